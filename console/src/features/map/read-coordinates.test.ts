import { expect, test } from 'vitest'
import { readCoordinates } from './read-coordinates.ts'

const near = (text: string) => {
  const read = readCoordinates(text)
  return read && [...read.position.map((degrees) => Math.round(degrees * 1e4) / 1e4), read.swapped]
}

test.each([
  ['39.9151, 116.4040'],
  ['39.9151 116.4040'],
  ['  39.9151，116.4040 '],
  ['39.9151°, 116.4040°'],
  ['39.9151N 116.4040E'],
  ['N39.9151, E116.4040'],
  ['E 116.4040 N 39.9151'],
  ['116.4040°E, 39.9151°N'],
  ['北纬39.9151° 东经116.4040°'],
  ['东经116.4040度，北纬39.9151度'],
  ['39°54\'54.36"N 116°24\'14.4"E'],
  ['39° 54′ 54.36″ N, 116° 24′ 14.4″ E'],
  ['N 39 54 54.36, E 116 24 14.4'],
  ["39°54.906'N 116°24.24'E"],
  ['39°54\'54.36", 116°24\'14.4"'],
  ['北纬39度54分54.36秒 东经116度24分14.4秒'],
])('reads %s', (text) => {
  expect(near(text)).toEqual([116.404, 39.9151, false])
})

test('a longitude that comes first is known by its size, and told', () => {
  expect(near('116.4040, 39.9151')).toEqual([116.404, 39.9151, true])
  expect(near('-116.4, 39.9')).toEqual([-116.4, 39.9, true])
  expect(near('39.9, 50.1')).toEqual([50.1, 39.9, false])
})

test('south and west are negative', () => {
  expect(near('33.8688S, 151.2093E')).toEqual([151.2093, -33.8688, false])
  expect(near('40.4168 N 3.7038 W')).toEqual([-3.7038, 40.4168, false])
  expect(near('-33.8688, -70.5')).toEqual([-70.5, -33.8688, false])
})

test.each([
  [''],
  ['Chaoyang Road 12'],
  ['12'],
  ['和平里 12, 34'],
  ['91, 181'],
  ['120, 130'],
  ['39.9N, 40.1N'],
  ['-39.9N, 116.4E'],
  ["39°61'N 116°E"],
  ['12 34 56'],
  ['395454N 1162414E'],
  [`${'1'.repeat(200)}N`],
  [`${'1 '.repeat(39)}N`],
  ['2026-11-25 10:01'],
  ['1 2 3 4 5 6 7'],
])('does not take %s for coordinates', (text) => {
  expect(readCoordinates(text)).toBeUndefined()
})
