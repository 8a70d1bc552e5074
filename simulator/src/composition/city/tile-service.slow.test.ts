import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { announceIdle } from '../../kernel/idle-memory.ts'
import { buildCity } from '../../world/city/build-city.ts'
import { packCity } from '../../world/city/packed-city.ts'
import { createTileSource, type LandTopology } from '../../world/city/tiles.ts'
import { createTileService } from './tile-service.ts'

test('tiles from the thread are those of the city, and asking after the end is refused', async () => {
  const city = buildCity(7)
  const service = createTileService(packCity({ city }))
  service.prepare()
  const land = createRequire(import.meta.url).resolve('world-atlas/land-50m.json')
  const here = createTileSource(city, JSON.parse(readFileSync(land, 'utf8')) as LandTopology)
  // Zoom 13 over the centre, and a corner of the world with nothing in it.
  const [centre, nothing] = await Promise.all([service.tile(13, 6744, 3104), service.tile(13, 100, 4096)])
  const expected = here.tile(13, 6744, 3104)
  expect(expected?.byteLength).toBeGreaterThan(1000)
  expect(Buffer.compare(centre as Uint8Array, expected as Uint8Array)).toBe(0)
  expect(nothing).toBeUndefined()
  await service[Symbol.asyncDispose]()
  service.prepare()
  await expect(service.tile(13, 6744, 3104)).rejects.toThrow('closed')
})

test('the thread ends when the process is idle, not while a tile is asked for, and the next tile has a new one', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate')
  await using service = createTileService(packCity({ city: buildCity(7) }))
  const asked = service.tile(13, 6744, 3104)
  announceIdle()
  const before = await asked
  expect(ended).not.toHaveBeenCalled()
  announceIdle()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  const after = await service.tile(13, 6744, 3104)
  expect(Buffer.compare(after as Uint8Array, before as Uint8Array)).toBe(0)
  ended.mockRestore()
})
