import { createHash } from 'node:crypto'
import type { GeocodePort } from '../areas/map/map-area.ts'
import type { TilesPort } from '../areas/map/tiles-port.ts'
import type { RoadsPort } from '../areas/map-dispatch/map-dispatch-area.ts'
import type { RoadTrafficPort } from '../areas/map-traffic/map-traffic-area.ts'
import { createGeocoder } from '../world/city/geocode.ts'
import type { World } from '../world/types.ts'
import { createCityRoads } from './city-roads.ts'
import { createCityTraffic } from './city-traffic.ts'
import type { TileService } from './tile-service.ts'

/** Tiles, addresses, roads and traffic of the world's city. */
export function createCityMap(
  world: World,
  tiles: TileService,
): { geocode: GeocodePort; tiles: TilesPort; roads: RoadsPort; roadTraffic: RoadTrafficPort } {
  return {
    geocode: createGeocoder(world.city),
    roads: createCityRoads(world.city),
    roadTraffic: createCityTraffic(world.city, world.traffic),
    tiles: {
      tile: (z, x, y) => tiles.tile(z, x, y),
      version: createHash('sha1').update(`${world.seed}/${world.version}`).digest('hex').slice(0, 12),
    },
  }
}
