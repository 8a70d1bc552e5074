const NONE = -1

/**
 * Rows in buckets of time. A bucket is an array of row numbers and a row knows its place in it, so that a row costs
 * some fourteen bytes, to place or remove one is a handful of writes, and to go through a bucket is to read memory in
 * order. The meaning of a bucket is the caller's.
 */
export class TimingWheel {
  readonly #rows: (Int32Array | undefined)[]
  readonly #sizes: Int32Array
  /** Of each row: its bucket, and its place there. */
  #bucket: Int32Array
  #place: Int32Array

  constructor(buckets: number, capacity = 1024) {
    this.#rows = new Array<Int32Array | undefined>(buckets).fill(undefined)
    this.#sizes = new Int32Array(buckets)
    this.#bucket = new Int32Array(capacity).fill(NONE)
    this.#place = new Int32Array(capacity)
  }

  /** Bytes held for rows and buckets. */
  get bytes(): number {
    const rows = this.#rows.reduce((sum, each) => sum + (each?.byteLength ?? 0), 0)
    return rows + this.#sizes.byteLength + this.#bucket.byteLength + this.#place.byteLength
  }

  /** The bucket that a row is in, -1 for none. */
  bucketOf(row: number): number {
    return this.#bucket[row] ?? NONE
  }

  /** Puts a row into a bucket, out of the one it was in. */
  place(row: number, bucket: number): void {
    if (row >= this.#bucket.length) this.#grow(row + 1)
    this.remove(row)
    const size = this.#sizes[bucket]!
    let rows = this.#rows[bucket]
    if (!rows || size === rows.length) {
      rows = longer(rows, Math.max(8, size + (size >> 2)))
      this.#rows[bucket] = rows
    }
    rows[size] = row
    this.#place[row] = size
    this.#bucket[row] = bucket
    this.#sizes[bucket] = size + 1
  }

  remove(row: number): void {
    const bucket = this.bucketOf(row)
    if (bucket === NONE) return
    // The last of the bucket takes its place.
    const rows = this.#rows[bucket]!
    const last = rows[--this.#sizes[bucket]!]!
    const place = this.#place[row]!
    rows[place] = last
    this.#place[last] = place
    this.#bucket[row] = NONE
  }

  /** Calls back for every row of a bucket, the last placed first; the callback may place or remove that row. */
  forEach(bucket: number, visit: (row: number) => void): void {
    for (let i = this.#sizes[bucket]! - 1; i >= 0; i--) visit(this.#rows[bucket]![i]!)
  }

  #grow(least: number): void {
    const capacity = Math.max(least, this.#bucket.length * 2)
    const before = this.#bucket.length
    this.#bucket = longer(this.#bucket, capacity)
    this.#bucket.fill(NONE, before)
    this.#place = longer(this.#place, capacity)
  }
}

function longer(column: Int32Array | undefined, capacity: number): Int32Array {
  const wider = new Int32Array(capacity)
  if (column) wider.set(column)
  return wider
}
