import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { createTraffic } from '../traffic/create-traffic.ts'
import { gridCity } from '../traffic/grid-city.test-support.ts'
import { packCity, unpackCity } from './packed-city.ts'

const ring = Float64Array.from([0, 0, 10, 0, 10, 10])
const city = {
  ...gridCity(5),
  buildings: [{ ring, heightM: 12, kind: 'office' as const }],
  areas: [{ ring: ring.map((at) => 2 * at), kind: 'park' as const, name: { zh: '园', en: 'Park' } }],
}

test('a packed city is the city that was built', () => {
  const { loops } = createTraffic(city.seed, city)
  const unpacked = unpackCity(packCity({ city, loops }))
  expect(unpacked.city).toEqual(city)
  expect(unpacked.loops).toEqual(loops)
  expect(Object.keys(unpacked.city).sort()).toEqual(Object.keys(city).sort())
  // Packed again, as by a platform that is given an unpacked one.
  expect(unpackCity(packCity(unpacked)).city).toEqual(city)
})

test('houses and areas become objects when they are first asked for, once', () => {
  const unpacked = unpackCity(packCity({ city })).city
  const isMade = (name: string) => Object.getOwnPropertyDescriptor(unpacked, name)?.get === undefined
  expect(isMade('roads')).toBe(true)
  expect([isMade('buildings'), isMade('areas')]).toEqual([false, false])
  expect(unpacked.buildings).toBe(unpacked.buildings)
  expect([isMade('buildings'), isMade('areas')]).toEqual([true, false])
})

test('bytes that are no packed city, or a part of one, are refused', () => {
  const packed = packCity({ city })
  expect(() => unpackCity(packed.slice(0, packed.byteLength - 8))).toThrow(TypeError)
  const other = new SharedArrayBuffer(64)
  new Uint8Array(other).set(serialize('anything').subarray(0, 64))
  expect(() => unpackCity(other)).toThrow()
})
