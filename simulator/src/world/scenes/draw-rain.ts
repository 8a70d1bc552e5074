/** Falling rain: slanted streaks before the view, new ones every frame. */
import { hash32 } from '../hash.ts'
import type { SkyState } from '../types.ts'
import type { Light } from './light.ts'
import type { View } from './view.ts'
import type { Canvas } from './yuv-canvas.ts'

export function drawRain(
  canvas: Canvas,
  view: View,
  light: Light,
  sky: SkyState,
  camera: number,
  timeMs: number,
): void {
  if (sky.rainMmPerHour < 0.05) return
  const { width, height } = view
  const count = Math.min(520, 70 + sky.rainMmPerHour * 55)
  const slant = Math.min(0.5, sky.windSpeedMs * 0.03)
  const moment = Math.floor(timeMs / 10)
  const brighter = 26 + 46 * (1 - light.night)
  for (let i = 0; i < count; i++) {
    const h = hash32(camera, moment, 303, i)
    const near = ((h >>> 20) & 15) / 15
    const length = height * (0.02 + 0.05 * near)
    const x0 = (h & 1023) * (width / 1023)
    const y0 = ((h >>> 10) & 1023) * (height / 1023) - length
    const part = (0.1 + 0.22 * near) * (brighter / 72)
    for (let s = 0; s < length; s++) {
      const y = Math.floor(y0 + s)
      const x = Math.floor(x0 - slant * s)
      if (y < 0 || y >= height || x < 0 || x >= width) continue
      const at = y * width + x
      canvas.y[at] = canvas.y[at]! + (206 - canvas.y[at]!) * part
    }
  }
}
