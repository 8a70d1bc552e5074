/**
 * The canvas of a backdrop: packed RGB, a depth per pixel, and a mark per pixel of the kind of surface. Ground shapes
 * are filled by rows with one colour a row (a row of ground has one depth).
 */
import { NEAR_M, type View } from './view.ts'

export const SURFACE = { sky: 0, ground: 1, asphalt: 2, water: 3, upright: 4, grass: 5, paint: 6 } as const
export const SHADED = 0x80

export type Raster = {
  width: number
  height: number
  colour: Uint32Array
  depth: Float32Array
  /** One of SURFACE, with the SHADED bit where a shadow falls. */
  surface: Uint8Array
}

export function createRaster(width: number, height: number): Raster {
  const size = width * height
  return {
    width,
    height,
    colour: new Uint32Array(size),
    depth: new Float32Array(size),
    surface: new Uint8Array(size),
  }
}

/** Scratch of the polygon filler: clipped and projected points, and crossings of a row. */
const RIGHT = new Float64Array(4096)
const DEPTH = new Float64Array(4096)
const CROSSINGS = new Float64Array(512)

/** Handles a span of a row: pixels [from, to) of row `y`. */
type Span = (y: number, from: number, to: number) => void

/** Fills a ground polygon (x0,y0,x1,y1,… local metres, any shape, even-odd) with one colour a row. */
export function fillGround(
  raster: Raster,
  view: View,
  ring: ArrayLike<number>,
  rows: Uint32Array,
  surface: number,
): void {
  const { width, colour, depth } = raster
  const rowDepth = view.focal * view.eyeM
  spansOfGround(view, ring, (y, from, to) => {
    const at = y * width
    const z = rowDepth / (y + 0.5 - view.horizonY)
    colour.fill(rows[y]!, at + from, at + to)
    depth.fill(z, at + from, at + to)
    raster.surface.fill(surface, at + from, at + to)
  })
}

/** Marks the ground under a polygon as shaded. */
export function shadeGround(raster: Raster, view: View, ring: ArrayLike<number>): void {
  const { width, surface } = raster
  spansOfGround(view, ring, (y, from, to) => {
    for (let i = y * width + from; i < y * width + to; i++) surface[i]! |= SHADED
  })
}

/** Calls `span` for each run of pixels of the polygon's picture on the ground. */
export function spansOfGround(view: View, ring: ArrayLike<number>, span: Span): void {
  const count = clipNear(view, ring)
  if (count < 3) return
  const rise = view.focal * view.eyeM
  let low = view.height
  let high = 0
  for (let i = 0; i < count; i++) {
    const z = DEPTH[i]!
    const y = view.horizonY + rise / z
    RIGHT[i] = view.width / 2 + (view.focal * RIGHT[i]!) / z
    DEPTH[i] = y
    if (y < low) low = y
    if (y > high) high = y
  }
  const y0 = Math.max(0, Math.ceil(low - 0.5))
  const y1 = Math.min(view.height - 1, Math.floor(high - 0.5))
  for (let y = y0; y <= y1; y++) fillRow(y, count, view.width, span)
}

/** Sorts the crossings of one row and hands out the pixels between pairs. */
function fillRow(y: number, count: number, width: number, span: Span): void {
  const centre = y + 0.5
  let crossings = 0
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const ya = DEPTH[j]!
    const yb = DEPTH[i]!
    if (ya <= centre === yb <= centre) continue
    const xa = RIGHT[j]!
    const x = xa + ((centre - ya) / (yb - ya)) * (RIGHT[i]! - xa)
    let k = crossings++
    while (k > 0 && CROSSINGS[k - 1]! > x) {
      CROSSINGS[k] = CROSSINGS[k - 1]!
      k--
    }
    CROSSINGS[k] = x
    if (crossings === CROSSINGS.length) break
  }
  for (let k = 0; k + 1 < crossings; k += 2) {
    const from = Math.max(0, Math.ceil(CROSSINGS[k]! - 0.5))
    const to = Math.min(width, Math.ceil(CROSSINGS[k + 1]! - 0.5))
    if (from < to) span(y, from, to)
  }
}

/** Camera coordinates of the ring, cut at the near plane; returns the number of points in RIGHT and DEPTH. */
function clipNear(view: View, ring: ArrayLike<number>): number {
  const points = Math.min(ring.length >> 1, 2000)
  let count = 0
  let pr = 0
  let pz = 0
  for (let i = -1; i < points; i++) {
    const k = (i < 0 ? points - 1 : i) * 2
    const dx = ring[k]! - view.x
    const dy = ring[k + 1]! - view.y
    const z = dx * view.sin + dy * view.cos
    const r = dx * view.cos - dy * view.sin
    if (i >= 0) {
      if (z >= NEAR_M !== pz >= NEAR_M) {
        const t = (NEAR_M - pz) / (z - pz)
        RIGHT[count] = pr + (r - pr) * t
        DEPTH[count++] = NEAR_M
      }
      if (z >= NEAR_M) {
        RIGHT[count] = r
        DEPTH[count++] = z
      }
    }
    pr = r
    pz = z
  }
  return count
}
