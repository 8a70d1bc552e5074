/**
 * The weather as coupled smooth functions: fronts of days drive cloud and pressure, clouds bring rain and damp the
 * day's warmth, humidity follows from temperature and dew point, dry windy springs raise dust.
 */
import { smoothNoise } from '../hash.ts'
import type { SkyState } from '../types.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const TAU = 2 * Math.PI

/** Streams of the hash used by the sky. */
const STREAM = { front: 101, wave: 102, patch: 103, puff: 104, shower: 105, wind: 106, gust: 107, turn: 108 }
const MORE = { warm: 109, dew: 110, veer: 111, haze: 112, calm: 113 }
const SKY = 7

export type Weather = Omit<
  SkyState,
  'sunElevationDeg' | 'sunAzimuthDeg' | 'illuminationLux' | 'visibilityM'
> & {
  /** Stagnation of the air over the region, 0 clean … 1 smog. */
  haze: number
}

export function weatherAt(seed: number, epochMs: number, longitude: number): Weather {
  const noise = (stream: number, periodMs: number) => smoothNoise(seed, SKY, stream, epochMs / periodMs)
  const year = epochMs / (365.2425 * DAY_MS)
  // 1 in mid January, -1 in mid July.
  const winter = Math.cos(TAU * (year - Math.floor(year) - 0.045))
  const solarHour = (epochMs / HOUR_MS + longitude / 15) % 24
  const front = 0.75 * noise(STREAM.front, 2.7 * DAY_MS) + 0.5 * noise(STREAM.wave, 0.9 * DAY_MS)
  const slowCloud = ramp(-1, 1.25, front - 0.3 * winter)
  const cloud = ramp(
    -1,
    1.25,
    front -
      0.3 * winter +
      0.3 * noise(STREAM.patch, 1.7 * HOUR_MS) +
      0.12 * noise(STREAM.puff, 0.4 * HOUR_MS),
  )

  const wet = ramp(0.8, 1, cloud) * Math.max(0, 0.1 + 0.8 * noise(STREAM.shower, 0.7 * HOUR_MS))
  const rainMmPerHour = wet * (1.75 - 1.45 * winter)

  const afternoon = Math.cos((TAU * (solarHour - 14.8)) / 24)
  const season = 12.8 - 15.2 * Math.cos(TAU * (year - Math.floor(year) - 0.055))
  const temperatureC =
    season +
    2.6 * noise(MORE.warm, 3.1 * DAY_MS) +
    0.35 * noise(MORE.veer, 0.8 * HOUR_MS) -
    1.2 * (slowCloud - 0.4) +
    (5.8 - 3.8 * slowCloud) * afternoon -
    0.5 * Math.min(4, rainMmPerHour)

  const deficit = 15 + 3.5 * winter - 9.5 * slowCloud + 2.2 * noise(MORE.dew, 1.6 * DAY_MS)
  const dewPointC = season + 2.6 * noise(MORE.warm, 3.1 * DAY_MS) - Math.max(1.2, deficit) + 2
  const dampened = dewPointC + (temperatureC - dewPointC) * 0.75 * Math.min(1, rainMmPerHour / 1.5)
  const humidityPercent = moistened(100 * Math.exp(magnus(dampened) - magnus(temperatureC)), rainMmPerHour)

  const breeze = 2.1 + 0.9 * noise(STREAM.wind, 0.7 * DAY_MS) + 0.7 * afternoon + 0.5 * Math.abs(front)
  const windSpeedMs = Math.max(
    0.1,
    (breeze + 1.1 * Math.max(0, noise(STREAM.wind + 40, 0.35 * DAY_MS))) *
      (1 + 0.16 * noise(STREAM.gust, 90_000) + 0.1 * noise(STREAM.gust + 40, 20_000)),
  )
  const turned =
    // North-west in winter by way of the west to south in summer.
    258 + 78 * winter + 70 * noise(STREAM.turn, 1.3 * DAY_MS) + 14 * noise(STREAM.turn + 40, 240_000)
  const pressureKpa =
    101.55 +
    1.05 * winter -
    0.55 * front +
    0.1 * Math.cos((TAU * (solarHour - 10)) / 12) -
    0.004 * rainMmPerHour

  const dry = (1 - humidityPercent / 100) * Math.exp(-rainMmPerHour)
  const spring = Math.max(0, Math.sin(TAU * (year - Math.floor(year) - 0.045)))
  const dust = clamp((windSpeedMs - 5.2) * 0.28 * dry * spring, 0, 1)
  const still = Math.exp(-0.22 * breeze) * Math.exp(-0.5 * rainMmPerHour)
  const haze = clamp(
    (0.3 + 0.12 * winter + 0.3 * noise(MORE.haze, 2.2 * DAY_MS) + 0.08 * noise(MORE.calm, 3 * HOUR_MS)) *
      still *
      1.6,
    0.02,
    1,
  )

  return {
    cloud,
    rainMmPerHour,
    windSpeedMs,
    windFromDeg: turned - 360 * Math.floor(turned / 360),
    temperatureC,
    humidityPercent,
    pressureKpa,
    dust,
    haze,
  }
}

/** Moist air nears saturation slowly, and hardly reaches it without rain. */
function moistened(percent: number, rainMmPerHour: number): number {
  if (percent <= MOIST_PERCENT) return Math.max(8, percent)
  const room = 12 + 3 * Math.min(1, rainMmPerHour / 1.5)
  return MOIST_PERCENT + room * (1 - Math.exp((MOIST_PERCENT - percent) / room))
}
const MOIST_PERCENT = 85

/** Exponent of the Magnus formula over water. */
function magnus(celsius: number): number {
  return (17.62 * celsius) / (243.12 + celsius)
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

/** 0 below `low`, 1 above `high`, smooth between. */
function ramp(low: number, high: number, value: number): number {
  const f = clamp((value - low) / (high - low), 0, 1)
  return f * f * (3 - 2 * f)
}
