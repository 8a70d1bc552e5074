/** Drawing on a YUV picture with smooth edges and, where a depth is given, behind nearer things. */
import type { Rgb } from './colour.ts'
import type { YuvPicture } from './scene-input.ts'

export type Canvas = YuvPicture & { depth: Float32Array }

const COVER = new Float32Array(4096)
const MAX_POINTS = 64
const CROSS = new Float64Array(MAX_POINTS)
const SUBROWS = 4

/** Fills a polygon (x0,y0,… pixels) with a colour; pixels whose backdrop is nearer than `z` keep it. */
export function fillShape(
  canvas: Canvas,
  points: readonly number[],
  colour: Rgb,
  alpha: number,
  z: number,
): void {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < points.length; i += 2) {
    x0 = Math.min(x0, points[i]!)
    x1 = Math.max(x1, points[i]!)
    y0 = Math.min(y0, points[i + 1]!)
    y1 = Math.max(y1, points[i + 1]!)
  }
  const left = Math.max(0, Math.floor(x0))
  const right = Math.min(canvas.width, Math.ceil(x1))
  const top = Math.max(0, Math.floor(y0))
  const bottom = Math.min(canvas.height, Math.ceil(y1))
  if (left >= right || top >= bottom) return
  const [cy, cu, cv] = yuvOf(colour)
  for (let y = top; y < bottom; y++) {
    COVER.fill(0, left, right + 1)
    for (let s = 0; s < SUBROWS; s++) coverRow(points, y + (s + 0.5) / SUBROWS, left, right)
    blendRow(canvas, y, left, right, cy, cu, cv, alpha, z)
  }
}

/** Adds the coverage of one sub-row to COVER. */
function coverRow(points: readonly number[], at: number, left: number, right: number): void {
  let crossings = 0
  const n = points.length
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const ya = points[j + 1]!
    const yb = points[i + 1]!
    if (ya <= at === yb <= at) continue
    const x = points[j]! + ((at - ya) / (yb - ya)) * (points[i]! - points[j]!)
    let k = crossings++
    while (k > 0 && CROSS[k - 1]! > x) {
      CROSS[k] = CROSS[k - 1]!
      k--
    }
    CROSS[k] = x
  }
  for (let k = 0; k + 1 < crossings; k += 2) {
    const a = Math.max(left, CROSS[k]!)
    const b = Math.min(right, CROSS[k + 1]!)
    if (b <= a) continue
    const ia = Math.floor(a)
    const ib = Math.floor(b)
    if (ia === ib) {
      COVER[ia]! += (b - a) / SUBROWS
      continue
    }
    COVER[ia]! += (ia + 1 - a) / SUBROWS
    for (let x = ia + 1; x < ib; x++) COVER[x]! += 1 / SUBROWS
    if (ib < right) COVER[ib]! += (b - ib) / SUBROWS
  }
}

function blendRow(
  canvas: Canvas,
  y: number,
  left: number,
  right: number,
  cy: number,
  cu: number,
  cv: number,
  alpha: number,
  z: number,
): void {
  const row = y * canvas.width
  const chroma = (y >> 1) * (canvas.width >> 1)
  for (let x = left; x < right; x++) {
    const cover = COVER[x]! * alpha
    if (cover <= 0.004 || canvas.depth[row + x]! < z) continue
    const i = row + x
    canvas.y[i] = canvas.y[i]! + (cy - canvas.y[i]!) * cover + 0.5
    if (x & 1 && left < x) continue
    const c = chroma + (x >> 1)
    const part = cover * (y & 1 ? 0.5 : 0.85)
    canvas.u[c] = canvas.u[c]! + (cu - canvas.u[c]!) * part + 0.5
    canvas.v[c] = canvas.v[c]! + (cv - canvas.v[c]!) * part + 0.5
  }
}

/** A soft disc that mixes towards a colour: smoke, glow, a cloud of gas. */
export function softDisc(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  alpha: number,
  z: number,
): void {
  const [cy, cu, cv] = yuvOf(colour)
  const x0 = Math.max(0, Math.floor(x - radius))
  const x1 = Math.min(canvas.width - 1, Math.ceil(x + radius))
  const y0 = Math.max(0, Math.floor(y - radius))
  const y1 = Math.min(canvas.height - 1, Math.ceil(y + radius))
  const inverse = 1 / (radius * radius)
  for (let py = y0; py <= y1; py++) {
    const row = py * canvas.width
    for (let px = x0; px <= x1; px++) {
      const d2 = ((px - x) * (px - x) + (py - y) * (py - y)) * inverse
      if (d2 >= 1 || canvas.depth[row + px]! < z) continue
      const part = alpha * (1 - d2) * (1 - d2)
      const i = row + px
      canvas.y[i] = canvas.y[i]! + (cy - canvas.y[i]!) * part + 0.5
      if ((px | py) & 1) continue
      const c = (py >> 1) * (canvas.width >> 1) + (px >> 1)
      canvas.u[c] = canvas.u[c]! + (cu - canvas.u[c]!) * part + 0.5
      canvas.v[c] = canvas.v[c]! + (cv - canvas.v[c]!) * part + 0.5
    }
  }
}

/** BT.601 limited range. */
export function yuvOf([r, g, b]: Rgb): [number, number, number] {
  const hold = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value)
  const [cr, cg, cb] = [hold(r), hold(g), hold(b)]
  return [
    16 + 0.257 * cr + 0.504 * cg + 0.098 * cb,
    128 - 0.148 * cr - 0.291 * cg + 0.439 * cb,
    128 + 0.439 * cr - 0.368 * cg - 0.071 * cb,
  ]
}
