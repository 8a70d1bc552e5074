/** Thread that cuts vector tiles: unpacks the city and the land, then answers in order. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedCity, unpackCity } from '../../world/city/packed-city.ts'
import { createTileSource, type LandTopology, TILE_MAX_ZOOM } from '../../world/city/tiles.ts'

export type TileRequest = { id: number; z: number; x: number; y: number }
export type TileReply = { id: number; tile: Uint8Array | undefined } | { id: number; error: string }

if (!parentPort) throw new Error('tile-worker runs as a worker thread only')
const port = parentPort
const { city } = unpackCity(workerData as PackedCity)
const source = createTileSource(city, readLand())

// Maps begin in the middle of the city (and every tile needs the land).
const phi = (city.latitude * Math.PI) / 180
const column = ((city.longitude + 180) / 360) * 2 ** TILE_MAX_ZOOM
const row = ((1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2) * 2 ** TILE_MAX_ZOOM
for (const x of [column - 0.5, column + 0.5]) {
  for (const y of [row - 0.5, row + 0.5]) source.tile(TILE_MAX_ZOOM, Math.floor(x), Math.floor(y))
}

/** Land without borders, for zooms below the city's. */
function readLand(): LandTopology {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-50m.json')
  return JSON.parse(readFileSync(file, 'utf8')) as LandTopology
}

port.on('message', ({ id, z, x, y }: TileRequest) => {
  try {
    port.postMessage({ id, tile: source.tile(z, x, y) } satisfies TileReply)
  } catch (error) {
    port.postMessage({
      id,
      error: error instanceof Error ? error.message : String(error),
    } satisfies TileReply)
  }
})
