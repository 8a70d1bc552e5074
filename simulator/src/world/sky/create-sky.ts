import type { Sky, SkyState } from '../types.ts'
import { illuminationLux } from './daylight.ts'
import { sunPosition } from './sun-position.ts'
import { weatherAt } from './weather.ts'

/** A moment asked for by many sensors and cameras is worked out once: this many moments are remembered. */
const REMEMBERED = 64

/** The sky over a position, as a pure function of time. Remembers the last moments asked for; nothing else. */
export function createSky(seed: number, longitude: number, latitude: number): Sky {
  const remembered = new Map<number, SkyState>()
  return {
    at(epochMs) {
      const known = remembered.get(epochMs)
      if (known) return known
      const state = skyStateAt(seed, epochMs, longitude, latitude)
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(epochMs, state)
      return state
    },
  }
}

/** The sky at one moment. */
export function skyStateAt(seed: number, epochMs: number, longitude: number, latitude: number): SkyState {
  const sun = sunPosition(epochMs, longitude, latitude)
  const weather = weatherAt(seed, epochMs, longitude)
  const fog = Math.max(0, weather.humidityPercent - 93) / 7
  const extinction =
    1 + 0.4 * weather.rainMmPerHour + 40 * weather.dust + 12 * weather.haze * weather.haze + 18 * fog * fog
  return {
    sunElevationDeg: sun.elevationDeg,
    sunAzimuthDeg: sun.azimuthDeg,
    cloud: weather.cloud,
    rainMmPerHour: weather.rainMmPerHour,
    windSpeedMs: weather.windSpeedMs,
    windFromDeg: weather.windFromDeg,
    temperatureC: weather.temperatureC,
    humidityPercent: weather.humidityPercent,
    pressureKpa: weather.pressureKpa,
    illuminationLux: illuminationLux(sun.elevationDeg, weather.cloud, weather.dust),
    dust: weather.dust,
    visibilityM: 32_000 / extinction,
  }
}
