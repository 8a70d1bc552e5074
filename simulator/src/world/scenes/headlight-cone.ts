/** Light of a vehicle's headlights on the road before it. */
import type { PassingVehicle } from '../types.ts'
import type { Light } from './light.ts'
import type { VehicleShape } from './vehicle-shapes.ts'
import { columnAt, depthOf, NEAR_M, rightOf, rowAt, type View } from './view.ts'
import { type Canvas, yuvOf } from './yuv-canvas.ts'

/** How far low beams reach, and how much wider they are after each metre. */
const REACH_M = 21
const WIDER = 0.13
/** Vehicles farther than where a metre has fewer pixels are too small for it. */
const LEAST_PX = 3
const STRENGTH = 0.5
const [, WARM_U, WARM_V] = yuvOf([255, 238, 200])
const WHITE_Y = 228

export function headlightCone(
  canvas: Canvas,
  view: View,
  light: Light,
  vehicle: PassingVehicle,
  shape: VehicleShape,
): void {
  const z = depthOf(view, vehicle.x, vehicle.y)
  if (view.focal / z < LEAST_PX) return
  const heading = (vehicle.directionDeg * Math.PI) / 180
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)]
  const front = shape.lengthM / 2
  const box = boxOf(view, vehicle, sin, cos, front, shape.widthM / 2)
  const strength = STRENGTH * light.night * Math.exp(-z / light.hazeM)
  // Pixels in squares of four, which share their colour.
  for (let y = box.top & ~1; y < box.bottom; y += 2) {
    const deep = (view.focal * view.eyeM) / (y + 1 - view.horizonY)
    const perPixel = deep / view.focal
    for (let x = box.left & ~1; x < box.right; x += 2) {
      const i = y * canvas.width + x
      // What stands before the road is not lit by it.
      if (canvas.depth[i]! < deep * 0.93) continue
      const right = (x + 1 - view.width / 2) * perPixel
      const east = view.x + deep * view.sin + right * view.cos - vehicle.x
      const north = view.y + deep * view.cos - right * view.sin - vehicle.y
      const along = east * sin + north * cos - front
      if (along <= 0 || along >= REACH_M) continue
      const aside = Math.abs(east * cos - north * sin) / (0.9 + along * WIDER)
      if (aside >= 1.4) continue
      const edge = aside < 0.7 ? 1 : (1.4 - aside) / 0.7
      const far = 1 - along / REACH_M
      lighten(canvas, x, y, strength * far * Math.sqrt(far) * edge * edge * Math.min(1, along / 1.4))
    }
  }
}

function lighten(canvas: Canvas, x: number, y: number, part: number): void {
  const { width, y: luma, u, v } = canvas
  const i = y * width + x
  for (const at of [i, i + 1, i + width, i + width + 1])
    luma[at] = luma[at]! + (WHITE_Y - luma[at]!) * part + 0.5
  const c = (y >> 1) * (width >> 1) + (x >> 1)
  u[c] = u[c]! + (WARM_U - u[c]!) * part + 0.5
  v[c] = v[c]! + (WARM_V - v[c]!) * part + 0.5
}

/** The part of the picture in which the light falls. */
function boxOf(
  view: View,
  { x, y }: PassingVehicle,
  sin: number,
  cos: number,
  front: number,
  half: number,
): { left: number; right: number; top: number; bottom: number } {
  let [left, right, top, bottom] = [view.width, 0, view.height, 0]
  for (const along of [front, front + REACH_M]) {
    for (const side of [-1, 1]) {
      const wide = side * (half + (along - front) * WIDER * 1.4)
      const px = x + along * sin + wide * cos
      const py = y + along * cos - wide * sin
      const deep = Math.max(NEAR_M, depthOf(view, px, py))
      const column = columnAt(view, rightOf(view, px, py), deep)
      const row = rowAt(view, 0, deep)
      left = Math.min(left, column)
      right = Math.max(right, column)
      top = Math.min(top, row)
      bottom = Math.max(bottom, row)
    }
  }
  return {
    left: Math.max(0, Math.floor(left)),
    right: Math.min(view.width, Math.ceil(right)),
    top: Math.max(0, Math.ceil(view.horizonY + 1), Math.floor(top)),
    bottom: Math.min(view.height - 1, Math.ceil(bottom)),
  }
}
