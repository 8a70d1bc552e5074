/** Plays back later what is heard now: a line of frames, played one after the other however they arrived. */
export class EchoLine {
  readonly delayMs: number
  #frames: Int16Array[] = []
  #playsAtMs = 0

  constructor(delayMs: number) {
    this.delayMs = delayMs
  }

  push(nowMs: number, frame: Int16Array): void {
    if (this.#frames.length === 0 && nowMs + this.delayMs > this.#playsAtMs)
      this.#playsAtMs = nowMs + this.delayMs
    // Bursts may come in advance, but not without end.
    if (this.#frames.length < FRAMES_MAX) this.#frames.push(frame)
  }

  /** The frame that is due, if one is. */
  pull(nowMs: number): Int16Array | undefined {
    return nowMs >= this.#playsAtMs ? this.#frames.shift() : undefined
  }
}

/** Ten seconds. */
const FRAMES_MAX = 250
