import { CaptureProblem } from './capture-problem.ts'

/** Takes bytes off a stream of pieces, with their offset in it. Keeps no more than the piece and what is asked for. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)
  #offset = 0

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Offset of the next byte. */
  get offset(): number {
    return this.#offset
  }

  /** Whether nothing is left. */
  async isAtEnd(): Promise<boolean> {
    return !(await this.#has(1))
  }

  /** The next bytes. Rejects with a CaptureProblem when the file ends before; `what` says in the middle of what. */
  async take(length: number, what: string): Promise<Buffer> {
    if (!(await this.#has(length)))
      throw new CaptureProblem(
        this.#offset,
        `the file ends in the middle of ${what}: ${length} bytes belong here, ${this.#held.length} are left.`,
      )
    const bytes = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    this.#offset += length
    return bytes
  }

  async #has(length: number): Promise<boolean> {
    const pieces = [this.#held]
    let held = this.#held.length
    while (held < length) {
      const { done, value } = await this.#pieces.next()
      if (done) break
      pieces.push(Buffer.from(value.buffer, value.byteOffset, value.length))
      held += value.length
    }
    if (pieces.length > 1) this.#held = Buffer.concat(pieces)
    return held >= length
  }
}
