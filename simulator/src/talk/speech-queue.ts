/** Frames that came from a console and wait for their tick: a little backlog evens out the way, more is late. */
export class SpeechQueue {
  #frames: Int16Array[] = []

  push(samples: Int16Array): void {
    this.#frames.push(samples)
    if (this.#frames.length > WAITING_MAX) this.#frames.shift()
  }

  next(): Int16Array | undefined {
    return this.#frames.shift()
  }
}

/** 200 ms. */
const WAITING_MAX = 5
