import { describe, expect, it } from 'vitest'
import { type MarkerColumns, type MarkerFrame, type MarkerView, SHOW_ALL } from './marker-frame.ts'
import { MarkerIndex } from './marker-index.ts'
import { MARKER_STATES, STATE_INDEX, stateOf, statusBits } from './marker-state.ts'
import { MarkerStore } from './marker-store.ts'
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts'
import { isInside } from './ring.ts'

const NOW_S = 1_790_000_000

/** A small repeatable sequence of numbers in 0 … 1. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function devices(count: number, seed = 7): MarkerColumns {
  const next = sequence(seed)
  const columns: MarkerColumns = {
    name: Array.from({ length: count }, (_x, i) => `设备 ${i}`),
    longitude: new Float64Array(count),
    latitude: new Float64Array(count),
    locationTime: new Float64Array(count).fill(NOW_S - 10),
    speed: new Float32Array(count).fill(36),
    direction: new Float32Array(count),
    bits: new Uint8Array(count),
    glyph: new Uint8Array(count),
  }
  for (let id = 0; id < count; id++) {
    columns.longitude[id] = 116.2 + next() * 0.4
    columns.latitude[id] = 39.8 + next() * 0.25
    columns.direction[id] = Math.floor(next() * 360)
    columns.bits[id] = statusBits(next() > 0.1, Math.floor(next() * 2.2), next() > 0.5)
    columns.glyph[id] = id % 4
  }
  return columns
}

function viewAt(longitude: number, latitude: number, zoom: number): MarkerView {
  const halfX = 1280 / 2 / (512 * 2 ** zoom)
  const halfY = 800 / 2 / (512 * 2 ** zoom)
  const x = mercatorX(longitude)
  const y = mercatorY(latitude)
  return { west: x - halfX, east: x + halfX, north: y - halfY, south: y + halfY, zoom }
}

const indexOf = (columns: MarkerColumns) => new MarkerIndex(new MarkerStore('WGS-84', columns, NOW_S))

function batch(ids: number[], at: (id: number) => [number, number], locationTime = NOW_S) {
  return {
    ids: Uint32Array.from(ids),
    longitude: Float64Array.from(ids, (id) => at(id)[0]),
    latitude: Float64Array.from(ids, (id) => at(id)[1]),
    locationTime: new Float64Array(ids.length).fill(locationTime),
    speed: new Float32Array(ids.length).fill(30),
    direction: new Float32Array(ids.length).fill(90),
  }
}

const shownAt = (frame: MarkerFrame, id: number) => {
  const i = frame.ids.indexOf(id)
  return [
    longitudeOf((frame.positions[i * 2] as number) + (frame.origin?.[0] ?? 0)),
    latitudeOf((frame.positions[i * 2 + 1] as number) + (frame.origin?.[1] ?? 0)),
  ] as [number, number]
}

describe('marker index', () => {
  it('ships exactly the devices of the view and 15 % beyond each edge, as a naive scan finds them', () => {
    const columns = devices(3000)
    const index = indexOf(columns)
    const next = sequence(11)
    for (let round = 0; round < 40; round++) {
      const moved = Array.from({ length: 200 }, () => Math.floor(next() * 3000))
      index.applyFixes(
        batch(moved, () => [116.2 + next() * 0.4, 39.8 + next() * 0.25]),
        round * 1000,
      )
      const view = viewAt(116.25 + next() * 0.3, 39.83 + next() * 0.2, 12.5 + next() * 4)
      index.setView(view)
      const frame = index.frame(round * 1000 + 900) as MarkerFrame
      const dx = (view.east - view.west) * 0.15
      const dy = (view.south - view.north) * 0.15
      const naive = [...columns.longitude.keys()].filter((id) => {
        const x = mercatorX(columns.longitude[id] as number)
        const y = mercatorY(columns.latitude[id] as number)
        return x >= view.west - dx && x <= view.east + dx && y >= view.north - dy && y <= view.south + dy
      })
      expect([...frame.ids].sort((a, b) => a - b)).toEqual(naive)
    }
  })

  it('places every marker of a frame within a centimetre of its position', () => {
    const columns = devices(500)
    const index = indexOf(columns)
    index.setView(viewAt(116.4, 39.9, 13))
    const frame = index.frame(0) as MarkerFrame
    expect(frame.ids.length).toBeGreaterThan(20)
    for (const id of frame.ids) {
      const [longitude, latitude] = shownAt(frame, id)
      expect(Math.abs(longitude - (columns.longitude[id] as number))).toBeLessThan(1e-7)
      expect(Math.abs(latitude - (columns.latitude[id] as number))).toBeLessThan(1e-7)
    }
  })

  it('gathers far devices so that aggregates and lone markers hold every device once, by state', () => {
    const columns = devices(2000)
    const index = indexOf(columns)
    index.setView(viewAt(116.4, 39.92, 10))
    const frame = index.frame(0) as MarkerFrame
    expect(frame.mode).toBe('far')
    const naive = MARKER_STATES.map(() => 0)
    for (const id of columns.longitude.keys()) {
      const state = stateOf(
        columns.bits[id] as number,
        columns.longitude[id] as number,
        columns.locationTime[id] as number,
        NOW_S,
      )
      naive[state] = (naive[state] as number) + 1
    }
    const read = index.clusters.read(viewAt(116.4, 39.92, 9.5))
    const sums = MARKER_STATES.map((_name, state) => {
      let sum = read.alone.filter((id) => index.store.stateAt(id) === state).length
      for (let i = 0; i < read.aggregates.counts.length; i++) {
        sum += read.aggregates.states[i * 5 + state] as number
      }
      return sum
    })
    expect(sums).toEqual(naive)
    expect(index.store.counts().byState).toEqual(naive)
  })

  it('keeps filtered states out of frames and aggregates', () => {
    const index = indexOf(devices(2000))
    index.setFilter({ states: 1 << STATE_INDEX.online, glyphs: 0b0101 })
    index.setView(viewAt(116.4, 39.92, 13))
    const near = index.frame(0) as MarkerFrame
    for (let i = 0; i < near.ids.length; i++) {
      expect(near.marks[i * 4]).toBe(STATE_INDEX.online)
      expect([0, 2]).toContain(near.marks[i * 4 + 1])
    }
    index.setView(viewAt(116.4, 39.92, 10))
    const far = index.frame(10) as MarkerFrame
    for (let i = 0; i < far.aggregates.counts.length; i++) {
      expect(far.aggregates.states[i * 5 + STATE_INDEX.offline]).toBe(0)
    }
  })

  it('moves a marker steadily from where it is shown to its new fix, then rests', () => {
    const columns = devices(50)
    columns.bits.fill(statusBits(true, 0, true))
    const index = indexOf(columns)
    index.setView(viewAt(116.4, 39.9, 16))
    index.applyFixes(
      batch([3], () => [116.4, 39.9]),
      1000,
    )
    index.applyFixes(
      batch([3], () => [116.4002, 39.9]),
      2000,
    )
    index.applyFixes(
      batch([3], () => [116.4012, 39.9]),
      4000,
    )
    const seen: number[] = []
    for (let ms = 4000; ms <= 6000; ms += 500) {
      const frame = index.frame(ms)
      seen.push(frame ? shownAt(frame, 3)[0] : Number.NaN)
    }
    expect(seen[0]).toBeCloseTo(116.4002, 6)
    expect(seen[2]).toBeCloseTo(116.4007, 6)
    expect(seen[4]).toBeCloseTo(116.4012, 6)
    expect(index.frame(6100)).toBeUndefined()
  })

  it('ignores fixes at zero and shows a moving device as lost 30 minutes after its last fix', () => {
    const columns = devices(50)
    columns.bits.fill(statusBits(true, 0, true))
    const index = indexOf(columns)
    const before = columns.longitude[5]
    index.applyFixes(
      batch([5], () => [0, 0]),
      1000,
    )
    expect(columns.longitude[5]).toBe(before)
    index.setClock(NOW_S + 1789)
    expect(index.store.stateAt(5)).toBe(STATE_INDEX.online)
    index.setClock(NOW_S + 1791)
    expect(index.store.stateAt(5)).toBe(STATE_INDEX.gpsLost)
  })

  it('keeps to those on line and to single devices when it is asked to', () => {
    const columns = devices(400)
    const index = indexOf(columns)
    const view = viewAt(116.4, 39.925, 12.5)
    index.setView(view)
    const all = [...(index.frame(0)?.ids ?? [])]
    index.setFilter({ ...SHOW_ALL, online: 0 })
    const offline = [...(index.frame(1000)?.ids ?? [])]
    expect(offline.sort((a, b) => a - b)).toEqual(
      all.filter((id) => ((columns.bits[id] as number) & 1) === 0).sort((a, b) => a - b),
    )
    const only = new Uint8Array(400)
    only[all[3] as number] = 1
    index.setFilter({ ...SHOW_ALL, only })
    expect([...(index.frame(2000)?.ids ?? [])]).toEqual([all[3]])
  })

  it('finds the shown devices inside a ring, as a naive scan does', () => {
    const columns = devices(2000)
    const index = indexOf(columns)
    index.setView(viewAt(116.4, 39.925, 12))
    index.setFilter({ ...SHOW_ALL, glyphs: 0b0111 })
    const corners: [number, number][] = [
      [116.3, 39.85],
      [116.5, 39.87],
      [116.42, 40],
      [116.4, 39.9],
    ]
    const ring = Float64Array.from(corners.flatMap(([lng, lat]) => [mercatorX(lng), mercatorY(lat)]))
    const naive = columns.name.flatMap((_name, id) => {
      const at = [
        mercatorX(columns.longitude[id] as number),
        mercatorY(columns.latitude[id] as number),
      ] as const
      return columns.glyph[id] !== 3 && isInside(ring, ...at) ? [id] : []
    })
    expect(naive.length).toBeGreaterThan(50)
    expect(index.within(ring)).toEqual(naive)
  })

  it('writes no names when they are not wanted, but that of the tracked device', () => {
    const index = indexOf(devices(60))
    index.setView(viewAt(116.4, 39.925, 15))
    index.setNames(false)
    index.track(7)
    const frame = index.frame(0) as MarkerFrame
    expect(frame.mode).toBe('near')
    expect([...frame.named].map((place) => frame.ids[place])).toEqual(frame.ids.includes(7) ? [7] : [])
  })
})
