const NONE = -1

/**
 * Rows in buckets of time: lists that run through columns, so that a row costs twelve bytes, to place or remove one is
 * a handful of writes, and nothing is allocated as time passes. What a bucket stands for is the caller's.
 */
export class TimingWheel {
  readonly #heads: Int32Array
  #next: Int32Array
  #before: Int32Array
  #bucket: Int32Array

  constructor(buckets: number, capacity = 1024) {
    this.#heads = new Int32Array(buckets).fill(NONE)
    this.#next = new Int32Array(capacity).fill(NONE)
    this.#before = new Int32Array(capacity).fill(NONE)
    this.#bucket = new Int32Array(capacity).fill(NONE)
  }

  /** Bytes held for rows and buckets. */
  get bytes(): number {
    return this.#heads.byteLength + 3 * this.#next.byteLength
  }

  /** The bucket that a row is in, -1 for none. */
  bucketOf(row: number): number {
    return this.#bucket[row] ?? NONE
  }

  /** Puts a row into a bucket, out of the one it was in. */
  place(row: number, bucket: number): void {
    if (row >= this.#next.length) this.#grow(row + 1)
    this.remove(row)
    const head = this.#heads[bucket]!
    this.#next[row] = head
    this.#before[row] = NONE
    if (head !== NONE) this.#before[head] = row
    this.#heads[bucket] = row
    this.#bucket[row] = bucket
  }

  remove(row: number): void {
    const bucket = this.bucketOf(row)
    if (bucket === NONE) return
    const next = this.#next[row]!
    const before = this.#before[row]!
    if (before === NONE) this.#heads[bucket] = next
    else this.#next[before] = next
    if (next !== NONE) this.#before[next] = before
    this.#bucket[row] = NONE
  }

  /** Calls back for every row of a bucket; the callback may place or remove that row. */
  forEach(bucket: number, visit: (row: number) => void): void {
    for (let row = this.#heads[bucket]!; row !== NONE; ) {
      const next = this.#next[row]!
      visit(row)
      row = next
    }
  }

  #grow(least: number): void {
    const capacity = Math.max(least, this.#next.length * 2)
    this.#next = grown(this.#next, capacity)
    this.#before = grown(this.#before, capacity)
    this.#bucket = grown(this.#bucket, capacity)
  }
}

function grown(column: Int32Array, capacity: number): Int32Array {
  const wider = new Int32Array(capacity).fill(NONE)
  wider.set(column)
  return wider
}
