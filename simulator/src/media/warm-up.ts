import type { City } from '../world/city/types.ts'
import type { SceneInput } from '../world/scenes/scene-input.ts'

/** Pictures drawn for warming up: a thread that has drawn this many draws the next ones several times as fast. */
export const WARM_UP_PICTURES = 8

/** Different views by day and by night, so that all that draws has been run. */
export function warmUpInput(city: City, index: number): SceneInput {
  const place = city.places[(index * 131) % Math.max(1, city.places.length)]
  const day = index % 2 === 0
  return {
    camera: { number: 0, name: '', x: place?.x ?? 0, y: place?.y ?? 0, mountHeightM: 7 },
    pose: { panDeg: (index * 77) % 360, tiltDeg: -9, zoom: 1 },
    timeMs: 0,
    frame: 0,
    sky: {
      sunElevationDeg: day ? 30 : -30,
      sunAzimuthDeg: 180,
      cloud: 0.4,
      rainMmPerHour: index % 4 === 3 ? 2 : 0,
      windSpeedMs: 3,
      windFromDeg: 300,
      temperatureC: 10,
      humidityPercent: 50,
      pressureKpa: 101.3,
      illuminationLux: day ? 40_000 : 1,
      dust: 0,
      visibilityM: 15_000,
    },
    skyTimeMs: 0,
    vehicles: [],
    incidents: [],
    quality: 'quick',
    strip: true,
    zoneMinutes: 480,
  }
}
