import type { Worker } from 'node:worker_threads'
import { onIdle } from '../../kernel/idle-memory.ts'
import { moduleExtension, startWorker } from '../../kernel/worker-url.ts'
import type { PackedCity } from '../../world/city/packed-city.ts'
import type { TileReply, TileRequest } from './tile-worker.ts'

export type TileService = AsyncDisposable & {
  /** Uncompressed vector tile; undefined where there is nothing. Rejects when the thread fails. */
  tile(z: number, x: number, y: number): Promise<Uint8Array | undefined>
  /** Starts the thread if there is none, so that the next tile does not wait for it. */
  prepare(): void
}

type Waiting = { resolve(tile: Uint8Array | undefined): void; reject(error: Error): void }

/**
 * Tiles cut in a thread of their own: it unpacks the city and the world's land, which takes half a second, and each
 * first tile of a neighbourhood prepares its contents. One that died, or was ended while the process was idle (it holds
 * some 50 MB), is restarted by the next tile.
 */
export function createTileService(packed: PackedCity): TileService {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let nextId = 1
  let ended = false

  const failAll = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const url = new URL(`./tile-worker${moduleExtension(import.meta.url)}`, import.meta.url)
    const started = startWorker(url, { workerData: packed })
    started.unref()
    started.on('message', (reply: TileReply) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('error' in reply) asked?.reject(new Error(`The tile could not be cut: ${reply.error}`))
      else asked?.resolve(reply.tile)
    })
    // One that was ended speaks for none of its successors.
    started.on('error', (error: Error) => {
      if (started === worker) failAll(error)
    })
    started.on('exit', () => {
      if (started === worker) failAll(new Error('The thread that cuts tiles has ended.'))
    })
    return started
  }

  const end = async () => {
    const last = worker
    failAll(new Error('The map is closed.'))
    await last?.terminate()
  }
  const stopListening = onIdle(() => {
    if (waiting.size === 0) void end()
  })

  return {
    prepare() {
      if (!ended) worker ??= start()
    },
    tile(z, x, y) {
      if (ended) return Promise.reject(new Error('The map is closed.'))
      worker ??= start()
      const request: TileRequest = { id: nextId++, z, x, y }
      const answer = new Promise<Uint8Array | undefined>((resolve, reject) => {
        waiting.set(request.id, { resolve, reject })
      })
      worker.postMessage(request)
      return answer
    },
    async [Symbol.asyncDispose]() {
      ended = true
      stopListening()
      await end()
    },
  }
}
