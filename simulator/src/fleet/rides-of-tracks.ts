/** From the recorded tracks of a fleet to the rides of its devices, in a city. */
import { durationMs } from '@backlot/contract/control/duration'
import { type FleetTracks, trackLengthMs } from '@backlot/contract/control/fleet-tracks'
import { decodePolyline } from '@backlot/contract/polyline'
import {
  metresPerDegreeLatitudeAt,
  metresPerDegreeLongitudeAt,
  projectionAt,
} from '../world/city/projection.ts'
import type { City } from '../world/city/types.ts'
import { headingDeg } from '../world/traffic/edge-place.ts'
import { type TrackLine, type TrackRide, trackLine } from '../world/traffic/track-line.ts'
import { snapTrack, type TimedPoint } from './snap-track.ts'

/** Rounds of tracks without a date begin at a midnight, UTC+8. */
const SOME_MIDNIGHT_MS = -8 * 3_600_000
const LINES = new WeakMap<City, WeakMap<FleetTracks, readonly TrackLine[]>>()

/** The ride of the i-th of `count` devices, which take the tracks in turn. The tracks are checked (`trackFault`). */
export function ridesOfTracks(city: City, tracks: FleetTracks, count: number): (i: number) => TrackRide {
  const { list, atEnd = 'loop', every, shift, start, jitterM = 0 } = tracks
  const known = LINES.get(city) ?? new WeakMap<FleetTracks, readonly TrackLine[]>()
  LINES.set(city, known)
  const lines = known.get(tracks) ?? linesOf(city, tracks)
  known.set(tracks, lines)
  const dated = list.flatMap(({ startMs }) => startMs ?? [])
  const recordedMs = dated.length === 0 ? undefined : dated.reduce((a, b) => Math.min(a, b))
  const shiftedMs = start === undefined ? 0 : Date.parse(start) - (recordedMs ?? 0)
  return (i) => {
    const track = i % list.length
    const { startMs } = list[track]!
    const lengthMs = trackLengthMs(list[track]!)
    const roundMs = every === undefined ? (atEnd === 'backAndForth' ? 2 : 1) * lengthMs : durationMs(every)!
    const sharing = Math.ceil((count - track) / list.length)
    const spreadMs = atEnd === 'stay' ? 0 : roundMs / sharing
    const behindMs = Math.floor(i / list.length) * (shift === undefined ? spreadMs : durationMs(shift)!)
    const undatedMs = start === undefined ? SOME_MIDNIGHT_MS : Date.parse(start)
    const beginMs = startMs === undefined ? undatedMs : startMs + shiftedMs
    return { line: lines[track]!, startMs: Math.round(beginMs + behindMs), roundMs, atEnd, errorM: jitterM }
  }
}

function linesOf(city: City, { list, moveTo, snap = false }: FleetTracks): TrackLine[] {
  const { toLocal } = projectionAt(city.longitude, city.latitude)
  const read = list.map(pointsOf)
  const move = moveTo ? movedBy(read[0]![0]!, moveTo) : (point: TimedPoint) => point
  return read.map((points) => {
    const placed = points.map(move)
    return trackLine(withSteps(snap ? snapTrack(city, placed) : placed, toLocal))
  })
}

function pointsOf({ path, steps }: FleetTracks['list'][number]): TimedPoint[] {
  const { longitudes, latitudes } = decodePolyline(path)!
  let seconds = 0
  return longitudes.map((longitude, i) => {
    if (i > 0) seconds += steps[i - 1]!
    return { atMs: Math.round(seconds * 1000), longitude, latitude: latitudes[i]! }
  })
}

/** Moves points so that `from` comes to lie at a place: shapes keep their metres, wherever they come from. */
function movedBy(from: TimedPoint, [longitude, latitude]: readonly [number, number]) {
  return (point: TimedPoint): TimedPoint => {
    const { eastM, northM } = stepBetween(from, point)
    return {
      atMs: point.atMs,
      longitude: longitude + eastM / metresPerDegreeLongitudeAt(latitude),
      latitude: latitude + northM / metresPerDegreeLatitudeAt(latitude),
    }
  }
}

function stepBetween(a: TimedPoint, b: TimedPoint): { eastM: number; northM: number } {
  const middle = (a.latitude + b.latitude) / 2
  return {
    eastM: (b.longitude - a.longitude) * metresPerDegreeLongitudeAt(middle),
    northM: (b.latitude - a.latitude) * metresPerDegreeLatitudeAt(middle),
  }
}

function withSteps(
  points: readonly TimedPoint[],
  toLocal: (longitude: number, latitude: number) => { x: number; y: number },
) {
  return points.map((point, i) => {
    const { eastM, northM } = stepBetween(point, points[i + 1] ?? point)
    return {
      atMs: point.atMs,
      ...toLocal(point.longitude, point.latitude),
      stepM: Math.sqrt(eastM * eastM + northM * northM),
      stepDeg: headingDeg(eastM, northM),
    }
  })
}
