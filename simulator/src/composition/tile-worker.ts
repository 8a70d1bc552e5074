/** Thread that cuts vector tiles: unpacks the city when the first tile is asked for, then answers in order. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedCity, unpackCity } from '../packed-city.ts'
import { createTileSource, type LandTopology } from '../world/city/tiles.ts'

export type TileRequest = { id: number; z: number; x: number; y: number }
export type TileReply = { id: number; tile: Uint8Array | undefined } | { id: number; error: string }

if (!parentPort) throw new Error('tile-worker runs as a worker thread only')
const port = parentPort
const source = createTileSource(unpackCity(workerData as PackedCity).city, readLand())

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
