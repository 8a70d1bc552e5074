import { CellGrid } from './cell-grid.ts'
import type { Datum } from './datum.ts'
import type { FixBatch, MarkerColumns, MarkerCounts, StatusBatch } from './marker-frame.ts'
import { MarkerMotion } from './marker-motion.ts'
import { MARKER_STATES, stateOf } from './marker-state.ts'
import { mercatorX, mercatorY } from './mercator.ts'
import { ShiftGrid } from './shift-grid.ts'

/** Glyph numbers stay below this. */
const GLYPH_LIMIT = 16

/**
 * Every device of a map as typed arrays: its last position (WGS-84), its place on the display, and its movement there.
 * Positions of zero are no positions and change nothing.
 */
export class MarkerStore {
  readonly count: number
  readonly columns: MarkerColumns
  /** Newest fix in the Mercator square of the display. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly located: Uint8Array
  readonly grid: CellGrid
  readonly motion: MarkerMotion
  nowS: number
  readonly #shift: ShiftGrid
  readonly #shown = new Float64Array(2)

  constructor(datum: Datum, columns: MarkerColumns, nowS: number) {
    this.count = columns.longitude.length
    this.columns = columns
    this.nowS = nowS
    this.x = new Float64Array(this.count)
    this.y = new Float64Array(this.count)
    this.located = new Uint8Array(this.count)
    this.grid = new CellGrid(this.count)
    this.motion = new MarkerMotion(this.count)
    this.#shift = new ShiftGrid(datum)
    for (let id = 0; id < this.count; id++) this.#locate(id)
  }

  /** Takes new fixes in; the markers travel there from `nowMs` on. Answers how many had a position. */
  applyFixes(batch: FixBatch, nowMs: number): number {
    const { columns } = this
    let applied = 0
    for (let i = 0; i < batch.ids.length; i++) {
      const id = batch.ids[i] as number
      const longitude = batch.longitude[i] as number
      const latitude = batch.latitude[i] as number
      if (id >= this.count || longitude === 0 || latitude === 0) continue
      const known = this.located[id] === 1
      if (known) this.motion.at(id, this.x[id] as number, this.y[id] as number, nowMs, this.#shown)
      columns.longitude[id] = longitude
      columns.latitude[id] = latitude
      columns.locationTime[id] = batch.locationTime[i] as number
      columns.speed[id] = batch.speed[i] as number
      columns.direction[id] = batch.direction[i] as number
      this.#locate(id)
      if (known) this.motion.start(id, this.#shown, this.x[id] as number, this.y[id] as number, nowMs)
      applied++
    }
    return applied
  }

  applyStatus(batch: StatusBatch): void {
    for (let i = 0; i < batch.ids.length; i++) {
      const id = batch.ids[i] as number
      if (id < this.count) this.columns.bits[id] = batch.bits[i] as number
    }
  }

  stateAt(id: number): number {
    const { bits, longitude, locationTime } = this.columns
    return stateOf(bits[id] as number, longitude[id] as number, locationTime[id] as number, this.nowS)
  }

  counts(): MarkerCounts {
    const byState = MARKER_STATES.map(() => 0)
    const byGlyph = Array.from({ length: GLYPH_LIMIT }, () => 0)
    let located = 0
    for (let id = 0; id < this.count; id++) {
      if (this.located[id] === 0) continue
      const state = this.stateAt(id)
      const glyph = this.columns.glyph[id] as number
      located++
      byState[state] = (byState[state] as number) + 1
      byGlyph[glyph] = (byGlyph[glyph] as number) + 1
    }
    return { located, byState, byGlyph }
  }

  #locate(id: number): void {
    const longitude = this.columns.longitude[id] as number
    const latitude = this.columns.latitude[id] as number
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude) || longitude === 0 || latitude === 0) return
    this.#shift.convert(longitude, latitude, DISPLAY)
    const x = mercatorX(DISPLAY[0] as number)
    const y = mercatorY(DISPLAY[1] as number)
    this.x[id] = x
    this.y[id] = y
    this.located[id] = 1
    this.grid.place(id, x, y)
  }
}

const DISPLAY = new Float64Array(2)
