/** Birds by day: a few at a time, that circle over the roofs. None in the rain, in a storm, in dust or at night. */
import { hash32 } from '../hash.ts'
import type { SkyState } from '../types.ts'
import { mix, type Rgb, scaled } from './colour.ts'
import type { Light } from './light.ts'
import { columnAt, depthOf, rightOf, rowAt, type View } from './view.ts'
import { type Canvas, fillShape } from './yuv-canvas.ts'

/** A flock stays that long over a place, then there is another one, or none. */
const STAY_MS = 240_000
const CELL_M = 240
const FEATHERS: Rgb = [46, 48, 54]
const STORM_MS = 11

export function drawBirds(canvas: Canvas, view: View, light: Light, sky: SkyState, timeMs: number): void {
  if (light.night > 0.4 || light.wet > 0.1 || sky.windSpeedMs > STORM_MS || sky.dust > 0.4) return
  if (view.horizonY < 8) return
  const turn = Math.floor(timeMs / STAY_MS)
  // Over the cell that lies before the camera.
  const cx = Math.round((view.x + view.sin * CELL_M * 0.7) / CELL_M)
  const cy = Math.round((view.y + view.cos * CELL_M * 0.7) / CELL_M)
  const flock = hash32(cx, cy, 607, turn)
  if ((flock & 7) > 3) return
  const seconds = (timeMs % STAY_MS) / 1000
  const inOut = Math.min(1, seconds / 8, (STAY_MS / 1000 - seconds) / 8)
  const count = 2 + ((flock >>> 3) & 3)
  for (let nth = 0; nth < count; nth++) {
    const h = hash32(flock, nth, 608, 0)
    const radiusM = 22 + ((h >>> 2) & 31)
    const angle = seconds * (5.5 / radiusM) + nth * 0.5 + ((flock >>> 9) & 63) / 10
    const x = cx * CELL_M + Math.cos(angle) * radiusM
    const y = cy * CELL_M + Math.sin(angle) * radiusM * 0.7
    const z = depthOf(view, x, y)
    if (z < 25 || z > 420) continue
    const heightM = 24 + ((h >>> 8) & 15) + 3 * Math.sin(angle * 1.7) + 60 * (1 - inOut)
    const px = view.focal / z
    // Some glide while others beat their wings.
    const beat = Math.sin(seconds * 16 + nth * 2) * (Math.sin(seconds * 0.9 + nth) > 0.2 ? 1 : 0.12)
    bird(canvas, columnAt(view, rightOf(view, x, y), z), rowAt(view, heightM, z), px, beat, tone(light, z), z)
  }
}

const tone = (light: Light, z: number): Rgb =>
  mix(scaled(FEATHERS, 0.5 + 0.5 * light.ambient[1]), light.haze, 1 - Math.exp(-z / light.hazeM))

/** Two wings with bent tips: 0.8 m from tip to tip. */
function bird(canvas: Canvas, x: number, y: number, px: number, beat: number, colour: Rgb, z: number): void {
  if (px < 1.2) return
  const up = beat * 0.22 * px
  const thick = Math.max(0.5, 0.07 * px)
  for (const side of [-1, 1]) {
    const bend = x + side * 0.2 * px
    const tip = x + side * 0.42 * px
    const points = [x, y - thick, bend, y - up - thick, tip, y - up * 0.6, bend, y - up + thick, x, y + thick]
    fillShape(canvas, points, colour, 0.9, z)
  }
}
