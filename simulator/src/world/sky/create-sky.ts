import { NO_INTERVENTIONS } from '../create-interventions.ts'
import type { Interventions } from '../interventions.ts'
import type { Sky, SkyState } from '../types.ts'
import { changedWeather, WEATHER_FELT_MS } from './changed-weather.ts'
import { illuminationLux } from './daylight.ts'
import { sunPosition } from './sun-position.ts'
import { type Weather, weatherAt } from './weather.ts'

/** A moment needed by many sensors and cameras is computed once: this many moments are cached. */
const REMEMBERED = 64

/** The sky and its underlying weather. */
export type SkyWithWeather = Sky & {
  /** Stagnation of the air over the region, 0 clean … 1 smog. */
  hazeAt(epochMs: number): number
}

/**
 * The sky over a position, as a pure function of time and of interventions in the weather. Caches the last moments;
 * nothing else.
 */
export function createSky(
  seed: number,
  longitude: number,
  latitude: number,
  interventions: Interventions = NO_INTERVENTIONS,
): SkyWithWeather {
  const remembered = new Map<number, { state: SkyState; haze: number }>()
  interventions.onChange(() => remembered.clear())

  function lookedAt(epochMs: number): { state: SkyState; haze: number } {
    const known = remembered.get(epochMs)
    if (known) return known
    const active = interventions.touching('weather', epochMs - WEATHER_FELT_MS, epochMs)
    const weather = changedWeather(weatherAt(seed, epochMs, longitude), active, epochMs)
    const looked = { state: skyState(weather, epochMs, longitude, latitude), haze: weather.haze }
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(epochMs, looked)
    return looked
  }

  return {
    at: (epochMs) => lookedAt(epochMs).state,
    hazeAt: (epochMs) => lookedAt(epochMs).haze,
  }
}

function skyState(weather: Weather, epochMs: number, longitude: number, latitude: number): SkyState {
  const sun = sunPosition(epochMs, longitude, latitude)
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
