import { expect, it } from 'vitest'
import { drawingOf } from './reading-drawings.ts'

/** The quantities that the specification names, as the dictionary's icon folders and codes. */
const STATED = {
  pm25: 'a34004',
  pm10: 'a34002',
  temperature: 'a01001',
  humidity: 'a01002',
  pressure: 'a01006',
  windSpeed: 'a01007',
  windDirection: 'a01008',
  noise: 'LA',
  tsp: 'a34001',
  co: 'a21005',
  so2: 'a21026',
  no2: 'a21004',
  o3: 'a05024',
  nh3: 'a21001',
  h2s: 'a21028',
  ch4: 'a05002',
  tvoc: 'a99054',
  voc: 'a24088',
  ch2o: 'a31001',
  co2: 'a05001',
  o2: 'a19001',
  negativeIons: 'a01020',
  radiation: 'a01021',
  rainfall: 'a01022',
  illumination: 'a01019',
  liquidLevel: 'w01022',
  flow: 'w00000',
}

it('each of the stated quantities has a drawing of its own, by icon or by code', () => {
  const drawn = Object.keys(STATED).map((icon) => drawingOf(icon, ''))
  expect(new Set(drawn).size).toBe(27)
  expect(Object.values(STATED).map((code) => drawingOf('', code))).toEqual(drawn)
})

it('drawings are lines within a square of 24', () => {
  for (const icon of Object.keys(STATED)) {
    for (const [, x, y] of drawingOf(icon, '').matchAll(/M(-?[\d.]+)[ ,]?(-?[\d.]+)/g)) {
      expect([Number(x) >= 0 && Number(x) <= 24, Number(y) >= 0 && Number(y) <= 24], icon).toEqual([
        true,
        true,
      ])
    }
  }
})

it('what others call their icons is understood by its words', () => {
  expect(drawingOf('env/temp_2', 'x')).toBe(drawingOf('temperature', ''))
  expect(drawingOf('wind-direction.png', 'x')).toBe(drawingOf('windDirection', ''))
  expect(drawingOf('gasCo', 'g02')).toBe(drawingOf('co', ''))
  expect(drawingOf('constructor', 'toString')).toBe(drawingOf('voc', ''))
})
