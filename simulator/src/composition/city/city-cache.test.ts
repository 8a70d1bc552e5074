import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
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

test('a city that was kept is read again, beside those of other programs; nothing half written stays', async () => {
  const cache = createCityCache(pino({ level: 'silent' }), folder)
  writeFileSync(join(folder, 'city-9-elsewhere.bin'), 'of the compiled program')
  const city = { ...gridCity(9), seed: 9 }
  expect(cache.read(9)).toBeUndefined()
  const writing = cache.write(9, { packed: packCity({ city }), built: { city }, isStored: false })
  // It is written in the background, under another name.
  expect(readdirSync(folder).filter((name) => name.endsWith('.bin'))).toEqual(['city-9-elsewhere.bin'])
  await writing
  expect(readdirSync(folder)).toHaveLength(2)
  expect(cache.read(9)?.built.city.roads.length).toBe(city.roads.length)
})

test('the newest six are kept', async () => {
  for (let seed = 0; seed < 8; seed++) {
    const file = join(folder, `city-${seed}-elsewhere.bin`)
    writeFileSync(file, '')
    utimesSync(file, 1000 - seed, 1000 - seed)
  }
  const city = { ...gridCity(9), seed: 9 }
  const written = { packed: packCity({ city }), built: { city }, isStored: false }
  await createCityCache(pino({ level: 'silent' }), folder).write(9, written)
  const left = readdirSync(folder).sort()
  expect(left.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((seed) => `city-${seed}-elsewhere.bin`))
  expect(left.slice(5)).toEqual([expect.stringMatching(/^city-9-/)])
})

test('platforms of one process share a city while it is in use', () => {
  const cache = createCityCache(pino({ level: 'silent' }), folder)
  const city = { ...gridCity(11), seed: 11 }
  const shared = cache.share(11, { packed: packCity({ city }), built: { city }, isStored: false })
  expect(createCityCache(pino({ level: 'silent' }), folder).read(11)).toBe(shared)
  expect(cache.read(12)).toBeUndefined()
})
