import type { CityPorts } from './areas-deps.ts'

/** A city with one address, one road and one sky. */
export function createCityDouble(): CityPorts {
  return {
    sky: {
      at: () => ({
        sunElevationDeg: 30,
        cloud: 0.5,
        rainMmPerHour: 0,
        windSpeedMs: 3.14,
        windFromDeg: 359.8,
        temperatureC: 12.34,
        humidityPercent: 45.6,
        pressureKpa: 101.325,
        dust: 0,
        visibilityM: 20_000,
      }),
    },
    geocode: {
      reverse: () => ({
        text: { zh: '和安大街12号', en: '12 Hean Ave' },
        district: { zh: '中城区', en: 'Zhongcheng' },
        distanceM: 4,
      }),
      suggest: () => [],
    },
    tiles: { version: 'v1', tile: async (z) => (z > 10 ? undefined : new Uint8Array([26, 2, 1, 2])) },
    // One road that runs by every place: the route is as long as the direct line, at 36 km/h.
    roads: {
      way(from, to) {
        const lengthM = Math.hypot(to.longitude - from.longitude, to.latitude - from.latitude) * 100_000
        const ends = [from, to].map(({ longitude, latitude }): [number, number] => [longitude, latitude])
        return { points: ends, lengthM, seconds: lengthM / 10 }
      },
    },
    traffic: { within: () => [{ perLane: 120, line: [116.4, 39.9, 116.41, 39.9] }] },
  }
}
