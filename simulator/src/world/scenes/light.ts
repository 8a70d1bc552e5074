/** The light of a moment: effect of sun, cloud, rain, dust and the lamps of the night on every colour. */
import { toCivil } from '@backlot/contract/time'
import type { SkyState } from '../types.ts'
import { mix, type Rgb, scaled, smoothstep } from './colour.ts'

export type Light = {
  /** 0 by day … 1 at night: lamps and windows are lit by it. */
  night: number
  /** Factors for surfaces in the shade and for those the sun shines on. */
  ambient: Rgb
  sun: Rgb
  /** Direction to the sun in the plan (unit) and its elevation's tangent; strength 0 when it casts no shadow. */
  sunX: number
  sunY: number
  sunTan: number
  sunStrength: number
  zenith: Rgb
  horizon: Rgb
  /** Colour that distance takes on, and the distance at which two thirds are gone. */
  haze: Rgb
  hazeM: number
  /** 0 dry … 1 streaming wet. */
  wet: number
  cloud: number
  /** 0 … 1 part of the dwellings whose windows are lit. */
  homesLit: number
  officesLit: number
  shopsLit: number
  /** Leaves: green in summer, ochre in autumn; and how full the crowns are. */
  leaf: Rgb
  leafFullness: number
  grass: Rgb
  /** What is seen is warmth: lamps and colours do not show. */
  isThermal?: true
}

export function lightOf(sky: SkyState, timeMs: number, zoneMinutes: number): Light {
  const e = sky.sunElevationDeg
  const civil = toCivil(timeMs, zoneMinutes)
  const hour = civil.hour + civil.minute / 60
  const day = smoothstep(-7, 9, e)
  const night = 1 - smoothstep(-5, 3, e)
  const rain = Math.min(1, sky.rainMmPerHour / 6)
  const grey = Math.min(1, sky.cloud * 0.75 + rain * 0.4)
  const low = smoothstep(-8, -1, e) * (1 - smoothstep(3, 14, e)) * (1 - grey * 0.8)
  const sunStrength =
    smoothstep(0, 10, e) * (1 - Math.min(1, sky.cloud * 0.95)) * (1 - rain) * (1 - sky.dust * 0.7)
  const warm: Rgb = mix([1, 0.93, 0.8], [1, 0.66, 0.38], 1 - smoothstep(2, 24, e))
  let zenith = mix(
    mix([17, 22, 44], [62, 116, 194], day),
    scaled([168, 174, 182], 0.1 + 0.84 * day),
    grey * 0.9,
  )
  let horizon = mix(mix([70, 64, 72], [196, 214, 230], day), scaled([196, 199, 203], 0.17 + 0.78 * day), grey)
  zenith = mix(zenith, [70, 74, 130], low * 0.55)
  horizon = mix(horizon, [248, 158, 92], low * 0.8)
  const dusty: Rgb = scaled([206, 168, 108], 0.15 + 0.85 * day)
  zenith = mix(scaled(zenith, 1 - rain * 0.12), dusty, sky.dust * 0.75)
  horizon = mix(scaled(horizon, 1 - rain * 0.1), dusty, sky.dust * 0.9)
  const ambientDay: Rgb = mix([0.6, 0.66, 0.76], [0.8, 0.81, 0.83], grey)
  const ambient = mix([0.31, 0.305, 0.35], scaled(ambientDay, 1 - rain * 0.2), day)
  const sunAzimuth = (sky.sunAzimuthDeg * Math.PI) / 180
  const season = leafSeason(civil.month + civil.day / 31)
  return {
    night,
    ambient: mix(ambient, [ambient[0] * 1.2, ambient[1] * 0.98, ambient[2] * 0.86], low * 0.8),
    sun: scaled(warm, 0.62 * sunStrength),
    sunX: Math.sin(sunAzimuth),
    sunY: Math.cos(sunAzimuth),
    sunTan: Math.max(0.09, Math.tan((Math.max(1, e) * Math.PI) / 180)),
    sunStrength,
    zenith,
    horizon,
    haze: mix(horizon, zenith, 0.12),
    hazeM: Math.max(90, Math.min(9000, sky.visibilityM * 0.42)) * (1 - 0.4 * rain),
    wet: Math.min(1, sky.rainMmPerHour / 1.5),
    cloud: sky.cloud,
    homesLit: Math.max(0.04, night) * homes(hour) * (night > 0 ? 1 : 0.3),
    officesLit:
      (0.1 + 0.9 * night) * (hour > 8 && hour < 19.5 ? 0.62 : hour < 22.5 && hour > 6 ? 0.28 : 0.07),
    shopsLit: hour > 7 && hour < 22.7 ? 0.9 : 0.12,
    leaf: season.leaf,
    leafFullness: season.fullness,
    grass: season.grass,
  }
}

/** Part of the dwellings with light, by hour of the evening. */
function homes(hour: number): number {
  if (hour >= 17 && hour < 22) return 0.58
  if (hour >= 22) return 0.58 - (hour - 22) * 0.22
  if (hour < 5) return 0.06
  return hour < 8 ? 0.34 : 0.1
}

/** Colours of leaf and grass by the month (with fraction) of a northern city. */
function leafSeason(month: number): { leaf: Rgb; fullness: number; grass: Rgb } {
  const rows: [number, Rgb, number, Rgb][] = [
    [1, [92, 82, 66], 0.3, [146, 134, 96]],
    [3.4, [104, 96, 66], 0.35, [142, 138, 90]],
    [4.6, [112, 150, 66], 0.85, [106, 140, 70]],
    [6.5, [62, 108, 50], 1, [92, 134, 62]],
    [9.3, [72, 108, 48], 1, [96, 130, 62]],
    [10.6, [168, 128, 48], 0.9, [128, 132, 72]],
    [11.7, [146, 104, 52], 0.62, [140, 130, 82]],
    [13, [92, 82, 66], 0.3, [146, 134, 96]],
  ]
  for (let i = 1; i < rows.length; i++) {
    const [to, leaf, fullness, grass] = rows[i]!
    const before = rows[i - 1]!
    if (month > to) continue
    const part = (month - before[0]) / (to - before[0])
    return {
      leaf: mix(before[1], leaf, part),
      fullness: before[2] + (fullness - before[2]) * part,
      grass: mix(before[3], grass, part),
    }
  }
  return { leaf: rows[0]![1], fullness: rows[0]![2], grass: rows[0]![3] }
}
