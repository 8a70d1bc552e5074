/** Pictures of thermal cameras: cold sky, ground and walls near the air's warmth, warm people and engines. */
import type { PassingVehicle } from '../types.ts'
import type { Rgb } from './colour.ts'
import type { Light } from './light.ts'
import type { ThermalPalette, YuvPicture } from './scene-input.ts'
import type { VehicleShape } from './vehicle-shapes.ts'
import { yuvOf } from './yuv-canvas.ts'

const grey = (value: number): Rgb => [value, value, value]

/** Warmth of things as grey, 0 … 255. */
export const WARMTH = {
  skin: grey(246),
  coat: grey(186),
  trousers: grey(170),
  hair: grey(158),
  shoes: grey(120),
  umbrella: grey(70),
  body: grey(104),
  glass: grey(72),
  tyre: grey(150),
  engine: grey(250),
} as const

/** The light of a moment as warmth: the sun warms what it shines on, lamps do nothing, mist hides less. */
export function thermalLight(light: Light): Light {
  return {
    ...light,
    isThermal: true,
    night: 0,
    wet: 0,
    cloud: 0,
    ambient: [0.62, 0.62, 0.62],
    sun: [0.3 * light.sunStrength, 0.3 * light.sunStrength, 0.3 * light.sunStrength],
    zenith: grey(4),
    horizon: grey(46),
    haze: grey(64),
    hazeM: light.hazeM * 1.6,
    homesLit: 0,
    officesLit: 0,
    shopsLit: 0,
  }
}

/** Materials differ little in warmth: the backdrop loses its colours and most of its contrast. */
export function coolBackdrop({ y, u, v }: Pick<YuvPicture, 'y' | 'u' | 'v'>): void {
  for (let i = 0; i < y.length; i++) y[i] = 26 + (y[i]! - 16) * 0.5
  u.fill(128)
  v.fill(128)
}

/** Along a vehicle, metres from its middle: where its engine is, and how warm it shows from there. */
export function engineOf({ kind, speedKmh }: PassingVehicle, { lengthM, headlightM }: VehicleShape) {
  const atRear = kind === 'bus'
  return {
    alongM: (atRear ? -1 : 1) * (lengthM / 2 - 0.5),
    upM: headlightM + 0.1,
    strength: speedKmh > 0 ? 0.95 : 0.7,
  }
}

/** Black over purple, red, orange and yellow to white. */
const IRON: readonly (readonly [number, Rgb])[] = [
  [0, [0, 0, 12]],
  [0.2, [50, 0, 110]],
  [0.42, [160, 12, 130]],
  [0.6, [226, 74, 46]],
  [0.78, [252, 158, 8]],
  [0.92, [255, 232, 110]],
  [1, [255, 255, 246]],
]

const IRON_YUV = Array.from({ length: 256 }, (_, luma) => yuvOf(ironAt((luma - 16) / 219)))

function ironAt(warmth: number): Rgb {
  const held = Math.max(0, Math.min(1, warmth))
  const next = Math.max(
    1,
    IRON.findIndex(([at]) => at >= held),
  )
  const [[from, a], [to, b]] = [IRON[next - 1]!, IRON[next]!]
  const part = (held - from) / (to - from)
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]
}

/** Luma as warmth, in the shades of a palette. */
export function paintWarmth({ width, height, y, u, v }: YuvPicture, palette: ThermalPalette): void {
  if (palette === 'whiteHot') {
    u.fill(128)
    v.fill(128)
    return
  }
  const half = width >> 1
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const i = row * width + column
      const c = (row >> 1) * half + (column >> 1)
      const [, cu, cv] = IRON_YUV[y[i]!]!
      u[c] = cu
      v[c] = cv
      for (const at of [i, i + 1, i + width, i + width + 1]) y[at] = IRON_YUV[y[at]!]![0]
    }
  }
}
