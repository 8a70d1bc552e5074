import { once } from 'node:events'
import type { Logger } from 'pino'
import { moduleExtension, startWorker } from '../../kernel/worker-url.ts'
import { type PackedCity, unpackCity } from '../../world/city/packed-city.ts'
import { createCityCache } from './city-cache.ts'

const BUILDING = new Map<number, Promise<void>>()

/** Builds the city of a seed beside the event loop, unless it is kept: whoever needs it next finds it in the cache. */
export function prepareCity(seed: number, log: Logger): Promise<void> {
  let building = BUILDING.get(seed)
  if (!building) {
    building = build(seed, log).finally(() => BUILDING.delete(seed))
    BUILDING.set(seed, building)
  }
  return building
}

async function build(seed: number, log: Logger): Promise<void> {
  const cache = createCityCache(log)
  if (cache.read(seed)) return
  const url = new URL(`./city-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const worker = startWorker(url, { workerData: seed })
  try {
    const [packed] = (await once(worker, 'message')) as [PackedCity]
    await cache.write(seed, cache.share(seed, { packed, built: unpackCity(packed), isStored: false }))
  } finally {
    await worker.terminate()
  }
}
