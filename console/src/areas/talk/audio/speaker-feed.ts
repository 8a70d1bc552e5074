import { TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { JitterBuffer, type JitterFacts } from './jitter-buffer.ts'
import { Resampler } from './resampler.ts'

/** Samples at 8 kHz that are brought up at a time: 5 ms. */
const STEP = 40

/** Takes frames (16 bit, 8 kHz), evens them out and brings them to the rate of the device. */
export class SpeakerFeed {
  readonly #buffer = new JitterBuffer()
  readonly #resampler: Resampler
  #ready = new Float32Array(0)

  constructor(rateHz: number) {
    this.#resampler = new Resampler(TALK_RATE_HZ, rateHz)
  }

  push(samples: Int16Array): void {
    this.#buffer.push(Float32Array.from(samples, (sample) => sample / 32_768))
  }

  clear(): void {
    this.#buffer.clear()
  }

  facts(): JitterFacts {
    return this.#buffer.facts()
  }

  /** Fills `out` with the next samples; missing ones are silence. */
  fill(out: Float32Array): void {
    while (this.#ready.length < out.length) {
      const piece = new Float32Array(STEP)
      this.#buffer.pull(piece)
      const more = this.#resampler.push(piece)
      const joined = new Float32Array(this.#ready.length + more.length)
      joined.set(this.#ready)
      joined.set(more, this.#ready.length)
      this.#ready = joined
    }
    out.set(this.#ready.subarray(0, out.length))
    this.#ready = this.#ready.slice(out.length)
  }
}
