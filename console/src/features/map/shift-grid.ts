import { type Datum, toDisplayExact } from './datum.ts'

/**
 * Distance of the grid's nodes, degrees: bilinear between them stays within about a decimetre of the exact shift.
 * BD-09 adds a ripple of some 40 m every 0.12° and needs a finer one.
 */
const STEP_DEG: Readonly<Record<Datum, number>> = { 'WGS-84': 1, 'GCJ-02': 0.01, 'BD-09': 0.0025 }
const CHUNK = 32

type Chunk = { column: number; row: number; shifts: Float64Array }

/**
 * Datum conversion for many positions: the shift between WGS-84 and display is kept at the nodes of a fine grid,
 * filled by chunks as positions come, and read between them bilinearly.
 */
export class ShiftGrid {
  readonly datum: Datum
  readonly #step: number
  readonly #chunks = new Map<number, Chunk>()
  #last: Chunk | undefined

  constructor(datum: Datum) {
    this.datum = datum
    this.#step = STEP_DEG[datum]
  }

  /** Writes the display longitude and latitude of a WGS-84 position to out[0] and out[1]. */
  convert(longitude: number, latitude: number, out: Float64Array): void {
    if (this.datum === 'WGS-84') {
      out[0] = longitude
      out[1] = latitude
      return
    }
    const gx = (longitude + 180) / this.#step
    const gy = (latitude + 90) / this.#step
    const column = Math.floor(gx)
    const row = Math.floor(gy)
    const chunk = this.#chunkOf(Math.floor(column / CHUNK), Math.floor(row / CHUNK))
    const at = ((row - chunk.row * CHUNK) * (CHUNK + 1) + (column - chunk.column * CHUNK)) * 2
    const fx = gx - column
    const fy = gy - row
    const south = at
    const north = at + (CHUNK + 1) * 2
    const s = chunk.shifts
    const mix = (k: number) =>
      ((s[south + k] as number) * (1 - fx) + (s[south + 2 + k] as number) * fx) * (1 - fy) +
      ((s[north + k] as number) * (1 - fx) + (s[north + 2 + k] as number) * fx) * fy
    out[0] = longitude + mix(0)
    out[1] = latitude + mix(1)
  }

  #chunkOf(column: number, row: number): Chunk {
    if (this.#last?.column === column && this.#last.row === row) return this.#last
    const key = row * 65_536 + column
    let chunk = this.#chunks.get(key)
    if (!chunk) {
      chunk = { column, row, shifts: this.#fill(column, row) }
      this.#chunks.set(key, chunk)
    }
    this.#last = chunk
    return chunk
  }

  #fill(column: number, row: number): Float64Array {
    const shifts = new Float64Array((CHUNK + 1) * (CHUNK + 1) * 2)
    let at = 0
    for (let j = 0; j <= CHUNK; j++) {
      for (let i = 0; i <= CHUNK; i++) {
        const longitude = (column * CHUNK + i) * this.#step - 180
        const latitude = (row * CHUNK + j) * this.#step - 90
        const shown = toDisplayExact(this.datum, [longitude, latitude])
        shifts[at++] = shown[0] - longitude
        shifts[at++] = shown[1] - latitude
      }
    }
    return shifts
  }
}
