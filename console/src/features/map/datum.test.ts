import { describe, expect, it } from 'vitest'
import { baiduTile, type Datum, fromDisplayExact, toDisplayExact } from './datum.ts'
import { distanceM, type LngLat } from './mercator.ts'
import { ShiftGrid } from './shift-grid.ts'

const TIANANMEN: LngLat = [116.397451, 39.909187]

describe('datums', () => {
  it('shifts a WGS-84 position of Beijing to GCJ-02 by the known vector', () => {
    // Published pair of the GCJ-02 offset at 116.404, 39.915.
    const [longitude, latitude] = toDisplayExact('GCJ-02', [116.404, 39.915])
    expect(longitude).toBeCloseTo(116.41024449916938, 9)
    expect(latitude).toBeCloseTo(39.91640428150164, 9)
  })

  it('leaves positions outside China where they are', () => {
    expect(toDisplayExact('GCJ-02', [2.35, 48.85])).toEqual([2.35, 48.85])
  })

  it.each<Datum>(['WGS-84', 'GCJ-02', 'BD-09'])('comes back from %s within two centimetres', (datum) => {
    for (let i = 0; i < 200; i++) {
      const position: LngLat = [116.1 + ((i * 37) % 200) / 300, 39.6 + ((i * 53) % 200) / 300]
      const back = fromDisplayExact(datum, toDisplayExact(datum, position))
      expect(distanceM(position, back)).toBeLessThan(0.02)
    }
  })

  it.each<Datum>(['GCJ-02', 'BD-09'])(
    'reads the shift grid of %s within 15 cm of the exact conversion',
    (datum) => {
      const grid = new ShiftGrid(datum)
      const out = new Float64Array(2)
      for (let i = 0; i < 500; i++) {
        const position: LngLat = [116.05 + ((i * 71) % 500) / 700, 39.55 + ((i * 113) % 500) / 700]
        grid.convert(position[0], position[1], out)
        const ground = fromDisplayExact(datum, [out[0] as number, out[1] as number])
        expect(distanceM(position, ground)).toBeLessThan(0.15)
      }
    },
  )

  it('draws Baidu metres into the unit square that its tiles cut', () => {
    // 116.404, 39.915 in BD-09 is (12958160.97, 4825907.55) metres in Baidu's plane.
    const wgs = fromDisplayExact('BD-09', toDisplayExact('BD-09', TIANANMEN))
    expect(distanceM(wgs, TIANANMEN)).toBeLessThan(0.02)
    expect(baiduTile(3, 4, 3)).toEqual({ x: 0, y: 0 })
    expect(baiduTile(3, 3, 4)).toEqual({ x: -1, y: -1 })
  })
})
