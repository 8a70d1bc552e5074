import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { GeocodePort, TilesPort } from '../areas/map/map-area.ts'
import { createGeocoder } from '../world/city/geocode.ts'
import { createTileSource, type LandTopology } from '../world/city/tiles.ts'
import type { World } from '../world/types.ts'

/** Tiles and addresses of the world's city; made when first asked for. */
export function createCityMap(world: World): { geocode: GeocodePort; tiles: TilesPort } {
  let source: ReturnType<typeof createTileSource> | undefined
  const tiles = () => {
    source ??= createTileSource(world.city, readLand())
    return source
  }
  return {
    geocode: createGeocoder(world.city),
    tiles: {
      tile: (z, x, y) => tiles().tile(z, x, y),
      version: createHash('sha1').update(`${world.seed}/${world.version}`).digest('hex').slice(0, 12),
    },
  }
}

/** Land without borders, for zooms below the city's. */
function readLand(): LandTopology {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-50m.json')
  return JSON.parse(readFileSync(file, 'utf8')) as LandTopology
}
