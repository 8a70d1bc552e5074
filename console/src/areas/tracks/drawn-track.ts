import KDBush from 'kdbush'
import type { Datum } from '../../features/map/datum.ts'
import type { Rgb } from '../../features/map/marker-look.ts'
import { EQUATOR_M, mercatorX, mercatorY, WORLD_PX } from '../../features/map/mercator.ts'
import { ShiftGrid } from '../../features/map/shift-grid.ts'
import { indexAt, type Track } from './track.ts'
import { weightsOf } from './track-detail.ts'
import { nearMetres } from './track-mileage.ts'

/** A track laid out for a map. */
export type DrawnTrack = {
  track: Track
  /** The device's colour. */
  colour: Rgb
  /** Display degrees, longitude and latitude in turn. */
  display: Float64Array
  /** The same on the Mercator unit square. */
  plane: Float64Array
  /** How much each position weighs in a drawing, in units of the plane. */
  weights: Float64Array
  /** Numbers of positions in a box of the plane. Some of those of a standing device are left out. */
  within(west: number, north: number, east: number, south: number): number[]
}

/** Lays a track out in the datum of a map: 86,400 positions take some tens of milliseconds, once. */
export function drawTrack(track: Track, colour: Rgb, datum: Datum): DrawnTrack {
  const count = track.timeMs.length
  const display = new Float64Array(count * 2)
  const plane = new Float64Array(count * 2)
  const grid = new ShiftGrid(datum)
  const shown = new Float64Array(2)
  for (let i = 0; i < count; i++) {
    grid.convert(track.longitude[i]!, track.latitude[i]!, shown)
    display[i * 2] = shown[0]!
    display[i * 2 + 1] = shown[1]!
    plane[i * 2] = mercatorX(shown[0]!)
    plane[i * 2 + 1] = mercatorY(shown[1]!)
  }
  const endsAtGap = (i: number) => track.afterGap[i] === 1 || track.afterGap[i + 1] === 1
  let places: { tree: KDBush; indexes: Uint32Array } | undefined
  return {
    track,
    colour,
    display,
    plane,
    weights: weightsOf(plane, endsAtGap),
    within(west, north, east, south) {
      places ??= placesOf(track, plane)
      const { tree, indexes } = places
      return tree.range(west, north, east, south).map((place) => indexes[place]!)
    },
  }
}

/** Thousands of positions of a standing device show no more than one every few seconds. */
const STANDS_M = 3
const STANDS_MS = 30_000

function placesOf(track: Track, plane: Float64Array): { tree: KDBush; indexes: Uint32Array } {
  const { timeMs, longitude, latitude } = track
  const kept: number[] = []
  let last = -1
  for (let i = 0; i < timeMs.length; i++) {
    const isSame =
      last >= 0 &&
      timeMs[i]! - timeMs[last]! < STANDS_MS &&
      nearMetres(longitude[last]!, latitude[last]!, longitude[i]!, latitude[i]!) < STANDS_M
    if (isSame) continue
    kept.push(i)
    last = i
  }
  const tree = new KDBush(kept.length)
  for (const i of kept) tree.add(plane[i * 2]!, plane[i * 2 + 1]!)
  return { tree: tree.finish(), indexes: Uint32Array.from(kept) }
}

/** A moment of a track that lies under a point. */
export type TrackHit = { sn: string; atMs: number; px: number }

/** Around a point of the plane as many pixels are looked for neighbours: a vehicle's second at the nearest zoom. */
const SEARCH_PX = 48
const FAR_SEARCH_PX = 12
const NEAR_ZOOM = 14.5

/** The moment of a track that is nearest to a point of the plane within `reachPx` pixels. */
export function hitTrack(
  { track, plane, within }: DrawnTrack,
  x: number,
  y: number,
  zoom: number,
  reachPx: number,
): TrackHit | undefined {
  if (track.timeMs.length === 0) return undefined
  const px = 1 / (WORLD_PX * 2 ** zoom)
  const search = (zoom >= NEAR_ZOOM ? SEARCH_PX : FAR_SEARCH_PX) * px
  let best: TrackHit | undefined
  for (const index of within(x - search, y - search, x + search, y + search)) {
    for (const from of [index - 1, index]) {
      const isLeg = from >= 0 && from + 1 < track.timeMs.length && track.afterGap[from + 1] === 0
      const to = isLeg ? from + 1 : index
      const start = isLeg ? from : index
      const [ax, ay] = [plane[start * 2]!, plane[start * 2 + 1]!]
      const dx = plane[to * 2]! - ax
      const dy = plane[to * 2 + 1]! - ay
      const length = dx * dx + dy * dy
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
      const away = Math.hypot(x - ax - share * dx, y - ay - share * dy) / px
      if (away > reachPx || (best && away >= best.px)) continue
      const atMs = track.timeMs[start]! + share * (track.timeMs[to]! - track.timeMs[start]!)
      best = { sn: track.sn, atMs, px: away }
    }
  }
  return best
}

/** Numbers of positions within some metres of a WGS-84 place. */
export function positionsNear(
  { track, within }: Pick<DrawnTrack, 'track' | 'within'>,
  toDisplay: (position: readonly [number, number]) => readonly [number, number],
  longitude: number,
  latitude: number,
  metres: number,
): number[] {
  if (track.timeMs.length === 0) return []
  const [lng, lat] = toDisplay([longitude, latitude])
  // A little more than requested: datums stretch.
  const reach = (1.5 * metres) / (EQUATOR_M * Math.cos((lat * Math.PI) / 180))
  const [x, y] = [mercatorX(lng), mercatorY(lat)]
  return within(x - reach, y - reach, x + reach, y + reach)
}

/** Display position of a track at a moment; in a gap the last one before it. */
export function displayAt({ track, display }: DrawnTrack, atMs: number): [number, number] | undefined {
  const { timeMs, afterGap } = track
  if (timeMs.length === 0) return undefined
  const index = Math.max(0, indexAt(timeMs, atMs))
  const lng = display[index * 2]!
  const lat = display[index * 2 + 1]!
  const next = index + 1
  if (atMs <= timeMs[index]! || next >= timeMs.length || afterGap[next] === 1) return [lng, lat]
  const share = (atMs - timeMs[index]!) / (timeMs[next]! - timeMs[index]!)
  return [lng + (display[next * 2]! - lng) * share, lat + (display[next * 2 + 1]! - lat) * share]
}
