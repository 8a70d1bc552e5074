/** Zero crossings of the kernel on each side: enough for speech. */
const CROSSINGS = 8
/** Of the lower rate's band that is let through. */
const PASS = 0.92

/**
 * Changes the rate of a stream of samples: a windowed sinc at each moment of the output, with the lower rate's band let
 * through. Pieces may have any length; the output continues where the last piece ended.
 */
export class Resampler {
  readonly #step: number
  readonly #cutoff: number
  readonly #reach: number
  /** The last samples of the input, then the new ones. */
  #kept: Float32Array
  /** Place of the next output sample in `#kept`. */
  #at: number

  constructor(fromHz: number, toHz: number) {
    this.#step = fromHz / toHz
    this.#cutoff = PASS * Math.min(1, toHz / fromHz)
    this.#reach = Math.ceil(CROSSINGS / this.#cutoff)
    this.#kept = new Float32Array(this.#reach)
    this.#at = this.#reach
  }

  push(piece: Float32Array): Float32Array {
    const input = new Float32Array(this.#kept.length + piece.length)
    input.set(this.#kept)
    input.set(piece, this.#kept.length)
    const count = Math.max(0, Math.ceil((input.length - this.#reach - this.#at) / this.#step))
    const output = new Float32Array(count)
    for (let i = 0; i < count; i++) output[i] = this.#sampleAt(input, this.#at + i * this.#step)
    const next = this.#at + count * this.#step
    const cut = Math.min(input.length, Math.max(0, Math.floor(next) - this.#reach))
    this.#kept = input.slice(cut)
    this.#at = next - cut
    return output
  }

  #sampleAt(input: Float32Array, at: number): number {
    const first = Math.max(0, Math.ceil(at - this.#reach))
    const last = Math.min(input.length - 1, Math.floor(at + this.#reach))
    let sum = 0
    for (let i = first; i <= last; i++) {
      const x = (i - at) * this.#cutoff
      const window = 0.5 + 0.5 * Math.cos((Math.PI * (i - at)) / this.#reach)
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
      sum += input[i]! * sinc * window
    }
    return sum * this.#cutoff
  }
}
