import { createHash } from 'node:crypto'
import { createGeocoder } from '../world/city/geocode.ts'
import type { World } from '../world/types.ts'
import type { CityPorts } from './areas/areas-deps.ts'
import { createCityRoads } from './city-roads.ts'
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
