import { describe, expect, it } from 'vitest'
import { labelWidthPx } from './label-placement.ts'
import type { MarkerColumns } from './marker-frame.ts'
import { statusBits } from './marker-state.ts'
import { MarkerStore } from './marker-store.ts'
import { WORLD_PX } from './mercator.ts'
import { NameChooser } from './name-chooser.ts'

const ZOOM = 16
const PX = 1 / (WORLD_PX * 2 ** ZOOM)
const NAMES = ['Depot camera', 'Bus 12', 'Taxi 7', 'Gate']

function chooser(alarmed?: number): NameChooser {
  const count = NAMES.length
  const columns: MarkerColumns = {
    name: NAMES,
    longitude: new Float64Array(count).fill(116.4),
    latitude: new Float64Array(count).fill(39.9),
    locationTime: new Float64Array(count).fill(1_790_000_000),
    speed: new Float32Array(count),
    direction: new Float32Array(count),
    bits: Uint8Array.from(NAMES, (_name, id) => statusBits(true, id === alarmed ? 1 : 0, false)),
    glyph: new Uint8Array(count),
  }
  return new NameChooser(new MarkerStore('WGS-84', columns, 1_790_000_000))
}

const drawn = (places: [number, number][], tracked: number | null = null) => ({
  ids: places.map((_place, id) => id),
  positions: Float32Array.from(places.flatMap(([x, y]) => [x * PX, y * PX])),
  zoom: ZOOM,
  tracked,
})

describe('names of near markers', () => {
  it('says one name and the number of devices where several stand on one place', () => {
    const texts = chooser().among(
      drawn([
        [0, 0],
        [1, 0],
        [0, 1],
        [200, 0],
      ]),
      true,
      0,
    )
    expect(texts).toEqual({ named: [2, 3], stacks: [2, 3] })
  })

  it('takes a name away at once when its vehicle runs into another name, and gives it back with the next choice', () => {
    const names = chooser()
    const apart = labelWidthPx('Bus 12') + 40
    const free: [number, number][] = [
      [0, 0],
      [apart, 300],
      [0, 300],
    ]
    expect(names.among(drawn(free), true, 0).named).toEqual([0, 1, 2])
    const close: [number, number][] = [
      [0, 0],
      [26, 308],
      [0, 300],
    ]
    expect(names.among(drawn(close), true, 300).named).toEqual([0, 1])
    expect(names.among(drawn(free), true, 600).named).toEqual([0, 1, 2])
  })

  it('names a device with an alarm before others, and the tracked one before all', () => {
    const close: [number, number][] = [
      [0, 0],
      [30, 3],
      [60, 0],
    ]
    expect(chooser(2).among(drawn(close), true, 0).named).toEqual([2])
    expect(chooser(2).among(drawn(close, 1), true, 0).named).toEqual([1])
    expect(
      chooser().among(
        drawn(
          [
            [0, 0],
            [400, 0],
            [800, 0],
          ],
          1,
        ),
        false,
        0,
      ).named,
    ).toEqual([1])
  })
})
