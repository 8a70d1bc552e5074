import { describe, expect, it } from 'vitest'
import { HitIndex } from './hit-index.ts'
import { NO_AGGREGATES } from './marker-clusters.ts'
import type { MarkerFrame } from './marker-frame.ts'
import { mercatorX, mercatorY } from './mercator.ts'

const ORIGIN: [number, number] = [mercatorX(116.4), mercatorY(39.9)]

/** `degrees`: longitude and latitude of each marker from the origin. */
const frame = (degrees: number[], more: Partial<MarkerFrame> = {}): MarkerFrame => ({
  mode: 'near',
  origin: ORIGIN,
  ids: Uint32Array.from({ length: degrees.length / 2 }, (_x, i) => 100 + i),
  positions: Float32Array.from(degrees, (away, i) =>
    i % 2 === 0 ? mercatorX(116.4 + away) - ORIGIN[0] : mercatorY(39.9 + away) - ORIGIN[1],
  ),
  marks: new Float32Array(degrees.length * 2),
  named: new Uint32Array(),
  stacks: new Uint32Array(),
  alarmed: new Uint32Array(),
  aggregates: NO_AGGREGATES,
  tracked: null,
  ...more,
})

describe('hits on markers', () => {
  it('finds every device that stands under a point, nearest first', () => {
    // At zoom 16 a pixel is about 0.92 m here, and 0.0001° of longitude 8.5 m.
    const hits = new HitIndex(frame([0.00005, 0, 0, 0, 0.001, 0]))
    expect(hits.at(116.4, 39.9, 16)).toEqual({ kind: 'devices', ids: [101, 100] })
    expect(hits.at(116.401, 39.9, 16)).toEqual({ kind: 'devices', ids: [102] })
    expect(hits.at(116.4005, 39.9, 16)).toBeUndefined()
  })

  it('finds an aggregate where no device stands', () => {
    const aggregates = {
      ids: Uint32Array.of(7),
      build: 3,
      positions: Float64Array.of(mercatorX(116.5), mercatorY(39.9)),
      counts: Uint32Array.of(40),
      states: new Uint32Array(5),
    }
    const hits = new HitIndex(frame([], { mode: 'far', aggregates }))
    expect(hits.at(116.5, 39.9, 11)).toEqual({ kind: 'aggregate', place: 0, cluster: 7, build: 3 })
    expect(hits.at(116.6, 39.9, 11)).toBeUndefined()
  })
})
