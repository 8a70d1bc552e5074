/**
 * The weather with interventions: set values take effect in a minute and fade in five, and the rest follows physics.
 */
import type { Active } from '../interventions.ts'
import type { Weather } from './weather.ts'

const RISE_MS = 60_000
const FADE_MS = 5 * 60_000
/** Warmth follows slowly. */
const WARM_RISE_MS = 20 * 60_000
const WARM_FADE_MS = 40 * 60_000
/** How long after its end a change is still felt. */
export const WEATHER_FELT_MS = WARM_FADE_MS

/** `active` in log order: those that began by the moment and ended no longer than `WEATHER_FELT_MS` before it. */
export function changedWeather(
  weather: Weather,
  active: readonly Active<'weather'>[],
  epochMs: number,
): Weather {
  let now = weather
  for (const change of active) now = changedBy(now, change, epochMs)
  return now
}

function changedBy(before: Weather, change: Active<'weather'>, epochMs: number): Weather {
  const share = strength(change, epochMs, RISE_MS, FADE_MS)
  const warmShare = strength(change, epochMs, WARM_RISE_MS, WARM_FADE_MS)
  if (share === 0 && warmShare === 0) return before
  const rainTo =
    change.rainMmPerHour ?? (change.cloud !== undefined && change.cloud < 0.6 ? 0 : before.rainMmPerHour)
  // Rain falls only from cloud.
  const cloudTo = Math.max(change.cloud ?? before.cloud, rainTo > 0 ? 0.88 : 0)
  const cloud = mixed(before.cloud, cloudTo, share)
  const rainMmPerHour = mixed(before.rainMmPerHour, rainTo, share)
  const windSpeedMs = mixed(before.windSpeedMs, change.windSpeedMs ?? before.windSpeedMs, share)
  const cooling =
    2.4 * (cloudTo - before.cloud) + 0.5 * (Math.min(4, rainTo) - Math.min(4, before.rainMmPerHour))
  const temperatureC = mixed(
    before.temperatureC,
    change.temperatureC ?? before.temperatureC - cooling,
    warmShare,
  )
  // The same water in warmer or colder air, and rain that wets it.
  const held = before.humidityPercent * Math.exp(magnus(before.temperatureC) - magnus(temperatureC))
  const wet =
    rainMmPerHour > before.rainMmPerHour ? Math.min(1, (rainMmPerHour - before.rainMmPerHour) / 2) : 0
  const humidityPercent = clamp(mixed(held, Math.max(held, 94), 0.8 * wet), 5, 100)
  const calmer = Math.exp(-0.22 * (windSpeedMs - before.windSpeedMs))
  const washed = Math.exp(-0.5 * Math.max(0, rainMmPerHour - before.rainMmPerHour))
  return {
    cloud,
    rainMmPerHour,
    windSpeedMs,
    windFromDeg: turned(before.windFromDeg, change.windFromDeg ?? before.windFromDeg, share),
    temperatureC,
    humidityPercent,
    pressureKpa: before.pressureKpa - 0.004 * (rainMmPerHour - before.rainMmPerHour),
    dust: clamp(mixed(before.dust, change.dust ?? before.dust, share) * Math.min(1, washed), 0, 1),
    haze: clamp(before.haze * calmer * washed, 0.02, 1),
  }
}

/** 0 … 1: rises from the moment of the change on, falls after its end. Nothing before it is touched. */
function strength(change: Active<'weather'>, epochMs: number, riseMs: number, fadeMs: number): number {
  if (epochMs < change.atMs) return 0
  const risen = smooth((Math.min(epochMs, change.endMs) - change.atMs) / riseMs)
  return epochMs <= change.endMs ? risen : risen * (1 - smooth((epochMs - change.endMs) / fadeMs))
}

function smooth(x: number): number {
  const f = clamp(x, 0, 1)
  return f * f * (3 - 2 * f)
}

function mixed(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Between two directions by the short way round. */
function turned(fromDeg: number, toDeg: number, share: number): number {
  const way = toDeg - fromDeg - 360 * Math.round((toDeg - fromDeg) / 360)
  const degrees = fromDeg + way * share
  return degrees - 360 * Math.floor(degrees / 360)
}

function magnus(celsius: number): number {
  return (17.62 * celsius) / (243.12 + celsius)
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}
