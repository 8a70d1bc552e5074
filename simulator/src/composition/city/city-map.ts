import { createHash } from 'node:crypto'
import type { RoadsPort } from '../../areas/map-dispatch/map-dispatch-area.ts'
import { createGeocoder } from '../../world/city/geocode.ts'
import { CITY_CENTRE, projectionAt } from '../../world/city/projection.ts'
import { roadWay } from '../../world/city/road-way.ts'
import type { City } from '../../world/city/types.ts'
import type { World } from '../../world/types.ts'
import type { CityPorts } from '../areas/areas-deps.ts'
import { createCityTraffic } from './city-traffic.ts'
import type { TileService } from './tile-service.ts'

/** Sky, tiles, addresses, roads and traffic of the world's city. */
export function createCityMap(world: World, tiles: TileService): CityPorts {
  return {
    sky: world.sky,
    geocode: createGeocoder(world.city),
    roads: createCityRoads(world.city),
    traffic: createCityTraffic(world.city, world.traffic),
    tiles: {
      tile: (z, x, y) => tiles.tile(z, x, y),
      version: createHash('sha1').update(`${world.seed}/${world.version}`).digest('hex').slice(0, 12),
    },
  }
}

/** Ways over the city's roads, in WGS-84. */
function createCityRoads(city: City): RoadsPort {
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
