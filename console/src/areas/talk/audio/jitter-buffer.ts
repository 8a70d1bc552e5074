/** Samples at 8 kHz. */
const MS = 8
/** Delay before the first sound, and after a gap. */
const TARGET_MS = 80
/** More than that is too late: the oldest is left out down to the target. */
const MOST_MS = 320
/** A reserve unused for this long is useless delay: it is dropped too. */
const IDLE_MS = 2000
/** That much of it stays. */
const SPARE_MS = 40
/** Ends of gaps are faded, so that they do not click. */
const FADE = 3 * MS

export type JitterFacts = { bufferedMs: number; gaps: number; droppedMs: number }

/**
 * Evens out arriving sound: waits until a little is there, plays until it is empty, then waits again. A backlog is cut
 * to the target, so that a pause of the network does not become a permanent delay.
 */
export class JitterBuffer {
  #pieces: Float32Array[] = []
  #length = 0
  #offset = 0
  #playing = false
  #fadeIn = 0
  /** Least that was there since the last look, and how long ago that was, in samples. */
  #least = Number.POSITIVE_INFINITY
  #played = 0
  #gaps = 0
  #droppedMs = 0

  push(samples: Float32Array): void {
    this.#pieces.push(samples)
    this.#length += samples.length
    if (this.#length <= MOST_MS * MS) return
    const surplus = this.#length - TARGET_MS * MS
    this.#droppedMs += surplus / MS
    this.#skip(surplus)
    this.#fadeIn = FADE
  }

  /** Fills `out`; missing samples are silence. */
  pull(out: Float32Array): void {
    if (!this.#playing && this.#length >= TARGET_MS * MS) {
      this.#playing = true
      this.#fadeIn = FADE
    }
    if (!this.#playing) {
      out.fill(0)
      return
    }
    const got = this.#take(out)
    this.#shrink(out.length)
    for (let i = 0; i < got && this.#fadeIn > 0; i++, this.#fadeIn--) out[i]! *= 1 - this.#fadeIn / FADE
    if (got === out.length) return
    const fade = Math.min(FADE, got)
    for (let i = 0; i < fade; i++) out[got - 1 - i]! *= i / fade
    out.fill(0, got)
    this.#playing = false
    this.#gaps++
  }

  clear(): void {
    this.#pieces = []
    this.#length = 0
    this.#offset = 0
    this.#playing = false
  }

  facts(): JitterFacts {
    return { bufferedMs: this.#length / MS, gaps: this.#gaps, droppedMs: this.#droppedMs }
  }

  #shrink(played: number): void {
    this.#least = Math.min(this.#least, this.#length)
    this.#played += played
    if (this.#played < IDLE_MS * MS) return
    const surplus = this.#least - SPARE_MS * MS
    this.#least = Number.POSITIVE_INFINITY
    this.#played = 0
    // Less than a frame is not worth a seam.
    if (surplus < SPARE_MS * MS) return
    this.#droppedMs += surplus / MS
    this.#skip(surplus)
    this.#fadeIn = FADE
  }

  #take(out: Float32Array): number {
    let got = 0
    while (got < out.length && this.#pieces.length > 0) {
      const piece = this.#pieces[0]!
      const count = Math.min(out.length - got, piece.length - this.#offset)
      out.set(piece.subarray(this.#offset, this.#offset + count), got)
      got += count
      this.#skip(count)
    }
    return got
  }

  #skip(count: number): void {
    this.#length -= count
    this.#offset += count
    while (this.#pieces.length > 0 && this.#offset >= this.#pieces[0]!.length) {
      this.#offset -= this.#pieces[0]!.length
      this.#pieces.shift()
    }
  }
}
