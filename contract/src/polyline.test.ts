import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePolyline, encodePolyline } from './polyline.ts'

test('the line of the format’s own description, with six decimals, is read and written', () => {
  // (38.5, -120.2), (40.7, -120.95), (43.252, -126.453) as other libraries write them with precision 6.
  const text = '_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI'
  const line = { latitudes: [38.5, 40.7, 43.252], longitudes: [-120.2, -120.95, -126.453] }
  expect(decodePolyline(text)).toEqual(line)
  expect(encodePolyline(line.longitudes, line.latitudes)).toBe(text)
})

test('every line comes back to a tenth of a metre', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(degrees(180), degrees(90)), { maxLength: 40 }), (points) => {
      const read = decodePolyline(
        encodePolyline(
          points.map(([longitude]) => longitude),
          points.map(([, latitude]) => latitude),
        ),
      )
      expect(read?.longitudes.length).toBe(points.length)
      points.forEach(([longitude, latitude], i) => {
        expect(Math.abs(read!.longitudes[i]! - longitude)).toBeLessThan(6e-7)
        expect(Math.abs(read!.latitudes[i]! - latitude)).toBeLessThan(6e-7)
      })
    }),
  )
})

test('a text that is no line, ends early or leaves the Earth is none', () => {
  expect(decodePolyline('')).toEqual({ longitudes: [], latitudes: [] })
  expect(decodePolyline(' ')).toBeUndefined()
  expect(decodePolyline('_izlhA')).toBeUndefined()
  expect(decodePolyline('_izlhA~rlgd')).toBeUndefined()
  expect(decodePolyline(encodePolyline([0], [91]))).toBeUndefined()
})
