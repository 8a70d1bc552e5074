import { describe, expect, it } from 'vitest'
import { datumParts } from './map-provider.ts'
import { distanceM, EQUATOR_M, type LngLat, mercatorX, mercatorY } from './mercator.ts'
import { lengthM, NO_MEASUREMENT, takesPoint, withClick, withEnd } from './ranging.ts'
import { areaText, lengthText, scaleBar } from './units.ts'

describe('ranging', () => {
  it('measures a degree of latitude and of longitude as the sphere of radius 6,378,137 m has them', () => {
    expect(distanceM([116, 39], [116, 40])).toBeCloseTo(111_319.49, 1)
    expect(distanceM([116, 60], [117, 60])).toBeCloseTo(55_659.22, 1)
  })

  it('sums the legs of a way', () => {
    const way: LngLat[] = [
      [116.4, 39.9],
      [116.41, 39.9],
      [116.41, 39.91],
    ]
    const legs = distanceM(way[0] as LngLat, way[1] as LngLat) + distanceM(way[1] as LngLat, way[2] as LngLat)
    expect(lengthM(way)).toBe(legs)
    expect(lengthM(way.slice(0, 1))).toBe(0)
  })

  it('takes no point outside the view or within five pixels of the last', () => {
    const size = { width: 800, height: 600 }
    const last = { x: 100, y: 100 }
    expect(takesPoint(undefined, { x: 0, y: 0 }, size)).toBe(true)
    expect(takesPoint(last, { x: 104, y: 102 }, size)).toBe(false)
    expect(takesPoint(last, { x: 105, y: 100 }, size)).toBe(true)
    expect(takesPoint(last, { x: 801, y: 100 }, size)).toBe(false)
    expect(takesPoint(last, { x: 300, y: -1 }, size)).toBe(false)
  })

  it('measures again with the click that follows the end of a measurement', () => {
    const size = { width: 800, height: 600 }
    const at = (x: number) => ({ position: [116 + x / 1000, 39] as LngLat, pixel: { x, y: 100 } })
    const first = withClick(NO_MEASUREMENT, at(100), undefined, size)
    const second = withClick(first, at(200), { x: 100, y: 100 }, size)
    // The second click of a double click adds nothing.
    const ended = withEnd(withClick(second, at(201), { x: 200, y: 100 }, size))
    expect(ended).toEqual({ points: second.points, ended: true })
    const again = withClick(ended, at(202), { x: 200, y: 100 }, size)
    expect(again).toEqual({ points: [[116.202, 39]], ended: false })
    expect(withClick(again, at(300), { x: 202, y: 100 }, size).points).toHaveLength(2)
    expect(withClick(ended, at(900), { x: 200, y: 100 }, size)).toEqual(ended)
    expect(withEnd(first)).toEqual(NO_MEASUREMENT)
  })

  it('writes metres below a thousand and kilometres from there', () => {
    expect([0, 12.4, 999.4, 1000, 12_340, 345_600].map((metres) => lengthText(metres, 'metric'))).toEqual([
      '0 m',
      '12 m',
      '999 m',
      '1.00 km',
      '12.3 km',
      '346 km',
    ])
  })

  it('writes feet below a mile and miles from there where US units are chosen', () => {
    expect([0, 30.48, 1609, 1609.344, 20_000].map((metres) => lengthText(metres, 'us'))).toEqual([
      '0 ft',
      '100 ft',
      '5279 ft',
      '1.00 mi',
      '12.4 mi',
    ])
  })

  it('writes areas in both', () => {
    expect([50, 99_999, 2_500_000].map((m2) => areaText(m2, 'metric'))).toEqual([
      '50 m²',
      '99,999 m²',
      '2.50 km²',
    ])
    expect([50, 8093.7, 5_179_976].map((m2) => areaText(m2, 'us'))).toEqual([
      '538 ft²',
      '2.00 ac',
      '2.00 mi²',
    ])
  })

  it('chooses a round length for the scale bar', () => {
    expect(scaleBar(1, 100, 'metric')).toEqual({ text: '100 m', metres: 100, px: 100 })
    expect(scaleBar(0.916, 100, 'metric')).toEqual({ text: '50 m', metres: 50, px: 50 / 0.916 })
    expect(scaleBar(30, 100, 'metric').text).toBe('2 km')
    expect(scaleBar(1, 100, 'us')).toMatchObject({ text: '200 ft' })
    expect(scaleBar(100, 100, 'us').text).toBe('5 mi')
    expect(scaleBar(0.002, 100, 'metric').text).toBe('0.2 m')
  })

  it.each(['WGS-84', 'GCJ-02', 'BD-09'] as const)('knows the scale of a map in %s', (datum) => {
    const { toDisplay, scaleFactor } = datumParts(datum)
    const [a, b] = [[116.4, 39.9] as LngLat, [116.401, 39.9] as LngLat]
    const [from, to] = [toDisplay(a), toDisplay(b)]
    const planeM =
      Math.hypot(mercatorX(to[0]) - mercatorX(from[0]), mercatorY(to[1]) - mercatorY(from[1])) * EQUATOR_M
    // Datums stretch a little themselves: half a percent is all that a scale bar shows.
    expect(Math.abs((planeM * scaleFactor(from)) / distanceM(a, b) - 1)).toBeLessThan(0.005)
  })
})
