import type { TrackDatum } from '@backlot/contract/control/fleet-tracks'
import { CITY_CENTRE } from '../../world/city/projection.ts'
import { type FileTrack, metresBetween, type TrackFilePoint } from './read-tracks.ts'

/** What a track is, for people who check their files. Times are ISO 8601, UTC; undefined where the file has no date. */
export type TrackDescription = {
  file: string
  name: string
  points: number
  from: string | undefined
  to: string | undefined
  seconds: number
  lengthKm: number
  topKmh: number
  bounds: { west: number; south: number; east: number; north: number }
  /** Stretches without a point, the longest first. */
  gaps: { from: string; seconds: number }[]
  warnings: string[]
}

/** A stretch without a point is a gap from here on, and when it has so many times the usual step. */
const GAP = { ms: 60_000, steps: 5 }
const GAPS_TOLD = 5
/** No vehicle on a road is faster: a position was wrong. */
const IMPOSSIBLE_KMH = 300
const FAR_FROM_CITY_M = 60_000
/** Longitudes and latitudes within which GCJ-02 differs from WGS-84. */
const CHINA = { west: 73.5, south: 17.9, east: 135.1, north: 53.6 }

export function describeTrack(track: FileTrack, datum?: TrackDatum): TrackDescription {
  const { file, name, points, undated } = track
  const pieces = points.slice(1).map((point, i) => ({
    from: points[i]!,
    ms: point.timeMs - points[i]!.timeMs,
    metres: metresBetween(points[i]!, point),
  }))
  const momentOf = ({ timeMs }: TrackFilePoint) =>
    undated ? new Date(timeMs).toISOString().slice(11, 19) : new Date(timeMs).toISOString()
  const usualMs = pieces.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(pieces.length / 2)]!
  const gaps = pieces
    .filter(({ ms }) => ms >= GAP.ms && ms >= GAP.steps * usualMs)
    .toSorted((a, b) => b.ms - a.ms)
  const speeds = pieces.map(({ ms, metres }) => (metres / ms) * 3600)
  const top = speeds.reduce((a, b) => Math.max(a, b), 0)
  const bounds = boundsOf(points)
  const first = points[0]!
  const last = points.at(-1)!
  return {
    file,
    name,
    points: points.length,
    from: undated ? undefined : momentOf(first),
    to: undated ? undefined : momentOf(last),
    seconds: (last.timeMs - first.timeMs) / 1000,
    lengthKm: round(pieces.reduce((sum, { metres }) => sum + metres, 0) / 1000, 100),
    topKmh: round(top, 10),
    bounds,
    gaps: gaps.slice(0, GAPS_TOLD).map(({ from, ms }) => ({ from: momentOf(from), seconds: ms / 1000 })),
    warnings: warningsOf(first, bounds, top, undated, datum),
  }
}

function warningsOf(
  first: TrackFilePoint,
  bounds: TrackDescription['bounds'],
  topKmh: number,
  undated: boolean,
  datum: TrackDatum | undefined,
): string[] {
  const warnings: string[] = []
  const isInChina =
    bounds.west >= CHINA.west &&
    bounds.east <= CHINA.east &&
    bounds.south >= CHINA.south &&
    bounds.north <= CHINA.north
  if (isInChina && datum === undefined) {
    warnings.push('taken as WGS-84; a file of a Chinese map service has GCJ-02 (datum: gcj02)')
  }
  const awayM = metresBetween(first, CITY_CENTRE)
  if (awayM > FAR_FROM_CITY_M) {
    warnings.push(`begins ${Math.round(awayM / 1000)} km from the city: moveTo puts it there`)
  }
  if (topKmh > IMPOSSIBLE_KMH) {
    warnings.push(`a piece is driven at ${Math.round(topKmh)} km/h: a position or a time is wrong`)
  }
  if (undated) warnings.push('no date: rounds begin at midnight, or at start')
  return warnings
}

function boundsOf(points: readonly TrackFilePoint[]): TrackDescription['bounds'] {
  const bounds = { west: 180, south: 90, east: -180, north: -90 }
  for (const { longitude, latitude } of points) {
    bounds.west = Math.min(bounds.west, round(longitude, 1e6))
    bounds.east = Math.max(bounds.east, round(longitude, 1e6))
    bounds.south = Math.min(bounds.south, round(latitude, 1e6))
    bounds.north = Math.max(bounds.north, round(latitude, 1e6))
  }
  return bounds
}

const round = (value: number, perUnit: number) => Math.round(value * perUnit) / perUnit
