/** The sky of a backdrop: gradient, clouds that drift with the wind, the sun's glow; far land at the horizon. */
import type { SkyState } from '../types.ts'
import { mix, mixPacked, packRgb, scaled } from './colour.ts'
import type { Light } from './light.ts'
import { NOISE_SIZE } from './noise-tile.ts'
import { type Raster, SURFACE } from './raster.ts'
import { columnAt, type View } from './view.ts'

export function drawSky(
  raster: Raster,
  view: View,
  light: Light,
  sky: SkyState,
  timeMs: number,
  noise: Uint8Array,
): void {
  const { width, height, colour } = raster
  raster.surface.fill(SURFACE.sky)
  raster.depth.fill(Number.POSITIVE_INFINITY)
  const last = Math.min(height, Math.max(0, Math.ceil(view.horizonY)))
  const drift = ((timeMs / 1000) % 1_000_000) * (0.4 + sky.windSpeedMs * 0.25) * 0.0009
  const bright = packRgb(mix(light.horizon, [255, 255, 255], 0.5 * (1 - light.night)))
  const dark = packRgb(scaled(light.zenith, 0.78 + 0.1 * light.night))
  const cover = 176 - light.cloud * 150
  const warm = packRgb(mix(light.horizon, light.zenith, 0.3))
  const clouded = light.cloud > 0.04
  for (let y = 0; y < last; y++) {
    const slope = (view.horizonY - y) / view.focal
    const up = slope / (0.45 + slope)
    const base = packRgb(mix(light.horizon, light.zenith, Math.min(1, up * 1.5)))
    const row = y * width
    colour.fill(base, row, row + width)
    if (!clouded || slope < 0.012) continue
    const far = 1 / (slope + 0.05)
    const fade = Math.min(1, (slope - 0.012) * 9)
    for (let x = 0; x < width; x++) {
      const right = ((x - width / 2) / view.focal) * far
      const u = (far * view.sin + right * view.cos) * 15 + drift * 26
      const v = (far * view.cos - right * view.sin) * 15 + drift * 11
      const iu = Math.floor(u)
      const iv = Math.floor(v)
      const n = sample(noise, iu, iv, u - iu, v - iv)
      if (n < cover) continue
      const thick = Math.min(1, (n - cover) / 62) * fade
      const shade = mixPacked(bright, n > cover + 70 ? dark : warm, Math.min(256, (n - cover) * 2.2) | 0)
      colour[row + x] = mixPacked(base, shade, (thick * 215) | 0)
    }
  }
  if (light.sunStrength > 0.02 || (sky.sunElevationDeg > -4 && light.cloud < 0.8))
    glow(raster, view, light, sky, last)
}

/** The disc and the halo of the sun where it is in view. */
function glow(raster: Raster, view: View, light: Light, sky: SkyState, last: number): void {
  const forwards = light.sunX * view.sin + light.sunY * view.cos
  if (forwards < 0.1) return
  const sx = columnAt(view, light.sunX * view.cos - light.sunY * view.sin, forwards)
  const sy = view.horizonY - (view.focal * Math.tan((sky.sunElevationDeg * Math.PI) / 180)) / forwards
  const halo = view.focal * 0.42
  const strength = (1 - light.cloud * 0.85) * (1 - light.wet)
  const shine = packRgb(mix([255, 236, 196], [255, 176, 96], sky.sunElevationDeg < 8 ? 0.7 : 0.1))
  for (let y = Math.max(0, Math.floor(sy - halo)); y < Math.min(last, sy + halo); y++) {
    for (let x = Math.max(0, Math.floor(sx - halo)); x < Math.min(raster.width, sx + halo); x++) {
      const d = Math.sqrt((x - sx) * (x - sx) + (y - sy) * (y - sy)) / halo
      if (d > 1) continue
      const disc = d < 0.045 && sky.sunElevationDeg > -0.5 ? 1 : 0
      const part = (disc + (1 - d) * (1 - d) * 0.62 * (1 - disc)) * strength
      const i = y * raster.width + x
      raster.colour[i] = mixPacked(raster.colour[i]!, shine, (part * 256) | 0)
    }
  }
}

function sample(noise: Uint8Array, x: number, y: number, u: number, v: number): number {
  const m = NOISE_SIZE - 1
  const r0 = (y & m) * NOISE_SIZE
  const r1 = ((y + 1) & m) * NOISE_SIZE
  const x0 = x & m
  const x1 = (x + 1) & m
  const top = noise[r0 + x0]! * (1 - u) + noise[r0 + x1]! * u
  const bottom = noise[r1 + x0]! * (1 - u) + noise[r1 + x1]! * u
  return top * (1 - v) + bottom * v
}
