import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packCity } from '../../world/city/packed-city.ts'
import { gridCity } from '../../world/traffic/grid-city.test-support.ts'
import { createCityCache } from './city-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-cities-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a city that was kept is read again; those of other programs go, and nothing half written stays', async () => {
  const cache = createCityCache(pino({ level: 'silent' }), folder)
  writeFileSync(join(folder, 'city-5-elsewhere.bin'), 'old')
  const city = { ...gridCity(9), seed: 9 }
  expect(cache.read(9)).toBeUndefined()
  const writing = cache.write(9, { packed: packCity({ city }), built: { city }, isStored: false })
  // It is written in the background.
  expect(readdirSync(folder).some((name) => /^city-9-\w+\.bin$/.test(name))).toBe(false)
  await writing
  expect(readdirSync(folder)).toHaveLength(1)
  expect(cache.read(9)?.built.city.roads.length).toBe(city.roads.length)
})

test('platforms of one process share a city while it is in use', () => {
  const cache = createCityCache(pino({ level: 'silent' }), folder)
  const city = { ...gridCity(11), seed: 11 }
  const shared = cache.share(11, { packed: packCity({ city }), built: { city }, isStored: false })
  expect(createCityCache(pino({ level: 'silent' }), folder).read(11)).toBe(shared)
  expect(cache.read(12)).toBeUndefined()
})
