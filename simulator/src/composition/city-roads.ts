import type { RoadsPort } from '../areas/map-dispatch/map-dispatch-area.ts'
import { CITY_CENTRE, projectionAt } from '../world/city/projection.ts'
import { roadWay } from '../world/city/road-way.ts'
import type { City } from '../world/city/types.ts'

/** Ways over the city's roads, in WGS-84. */
export function createCityRoads(city: City): RoadsPort {
  const { toLocal, toLngLat } = projectionAt(CITY_CENTRE.longitude, CITY_CENTRE.latitude)
  return {
    way(from, to) {
      const way = roadWay(city, toLocal(from.longitude, from.latitude), toLocal(to.longitude, to.latitude))
      if (!way) return undefined
      const points: [number, number][] = []
      for (let i = 0; i < way.line.length; i += 2) {
        const { longitude, latitude } = toLngLat(way.line[i]!, way.line[i + 1]!)
        points.push([longitude, latitude])
      }
      return { points, lengthM: way.lengthM, seconds: way.seconds }
    },
  }
}
