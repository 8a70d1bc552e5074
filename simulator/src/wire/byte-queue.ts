/** Bytes that come in at the back and go out at the front; it knows the offset of its first byte in the stream. */

/** An empty queue keeps room for no more than this. */
const KEPT_BYTES = 65_536

export class ByteQueue {
  #bytes = Buffer.alloc(0)
  #start = 0
  #end = 0
  /** Stream offset of the first byte. */
  offset = 0

  get length(): number {
    return this.#end - this.#start
  }

  append(chunk: Uint8Array): void {
    const needed = this.length + chunk.length
    if (this.#end + chunk.length > this.#bytes.length) {
      const room =
        needed <= this.#bytes.length / 2
          ? this.#bytes
          : Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
      this.#bytes.copy(room, 0, this.#start, this.#end)
      this.#bytes = room
      this.#end -= this.#start
      this.#start = 0
    }
    this.#bytes.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** The bytes in place: valid until the next call of `append` or `drop`. */
  view(): Buffer {
    return this.#bytes.subarray(this.#start, this.#end)
  }

  drop(count: number): void {
    this.#start += count
    this.offset += count
    if (this.#start < this.#end) return
    this.#start = 0
    this.#end = 0
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.alloc(0)
  }

  /** A copy of the first `count` bytes, which leave the queue. */
  take(count: number): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(this.#start, this.#start + count))
    this.drop(count)
    return taken
  }
}
