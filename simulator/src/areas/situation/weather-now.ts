import type { WeatherCondition, WeatherNow } from '@backlot/contract/situation/calls'
import type { SkyPort } from './ports.ts'

type SkyNow = ReturnType<SkyPort['at']>

/** Below that the sun is down: its upper edge and refraction. */
const SUNSET_DEG = -0.83

/** Name of the weather: precipitation first, then poor visibility, then clouds. */
export function conditionOf(sky: SkyNow): WeatherCondition {
  if (sky.rainMmPerHour >= 0.1) {
    if (sky.temperatureC <= 0) return 'snow'
    return sky.rainMmPerHour >= 8 ? 'heavyRain' : 'rain'
  }
  if (sky.dust >= 0.5) return 'sand'
  if (sky.visibilityM < 1000) return 'fog'
  if (sky.visibilityM < 5000) return sky.humidityPercent >= 85 ? 'fog' : 'haze'
  if (sky.cloud >= 0.8) return 'overcast'
  return sky.cloud >= 0.3 ? 'cloudy' : 'clear'
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))

/** The weather in the form of the call. */
export function weatherOf(sky: SkyNow, nowMs: number): WeatherNow {
  return {
    time: Math.floor(nowMs / 1000),
    condition: conditionOf(sky),
    night: sky.sunElevationDeg < SUNSET_DEG,
    temperatureC: rounded(sky.temperatureC, 1),
    humidityPercent: rounded(sky.humidityPercent, 0),
    cloud: rounded(sky.cloud, 2),
    windSpeedMs: rounded(sky.windSpeedMs, 1),
    windFromDeg: rounded(sky.windFromDeg, 0) % 360,
    rainMmPerHour: rounded(sky.rainMmPerHour, 1),
    pressureKpa: rounded(sky.pressureKpa, 2),
    visibilityM: rounded(sky.visibilityM, 0),
  }
}
