import type { TrackGap } from '@backlot/contract/tracks/entities'
import { indexAt, type Track } from './track.ts'

/** Where a device was at a moment. */
type TrackPlace = {
  /** Number of the position at or before the moment. */
  index: number
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  drivenM: number
  /** Nothing is known of the moment: the place is the last one that is (or the first, before it). */
  lost: TrackGap['reason'] | undefined
}

/** Where a device was at a moment: between two positions in a straight line. Undefined without any position. */
export function placeAt(track: Track, atMs: number): TrackPlace | undefined {
  const { timeMs, afterGap } = track
  const last = timeMs.length - 1
  if (last < 0) return undefined
  const index = Math.max(0, indexAt(timeMs, atMs))
  const next = Math.min(index + 1, last)
  const isBetween = atMs > timeMs[index]! && next > index
  if (isBetween && afterGap[next] === 0) return between(track, index, atMs)
  const isKnown = atMs === timeMs[index] || (!isBetween && withinSecond(timeMs, index, atMs))
  return {
    index,
    longitude: track.longitude[index]!,
    latitude: track.latitude[index]!,
    speedKmh: isKnown ? track.speedKmh[index]! : 0,
    directionDeg: track.directionDeg[index]!,
    drivenM: track.drivenM[index]!,
    lost: isKnown ? undefined : gapReasonAt(track, atMs),
  }
}

/** The ends of a track are no gaps until some time has passed: the platform decides when. */
function withinSecond(timeMs: Float64Array, index: number, atMs: number): boolean {
  return Math.abs(atMs - timeMs[index]!) <= 1000
}

function gapReasonAt({ gaps }: Track, atMs: number): TrackGap['reason'] | undefined {
  return gaps.find(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs)?.reason
}

function between(track: Track, index: number, atMs: number): TrackPlace {
  const { timeMs, longitude, latitude, speedKmh, directionDeg, drivenM } = track
  const next = index + 1
  const share = (atMs - timeMs[index]!) / (timeMs[next]! - timeMs[index]!)
  const mix = (column: Float64Array | Float32Array) =>
    column[index]! + (column[next]! - column[index]!) * share
  return {
    index,
    longitude: mix(longitude),
    latitude: mix(latitude),
    speedKmh: mix(speedKmh),
    directionDeg: turned(directionDeg[index]!, directionDeg[next]!, share),
    drivenM: mix(drivenM),
    lost: undefined,
  }
}

/** From one direction to another by the shorter way. */
function turned(fromDeg: number, toDeg: number, share: number): number {
  const turn = ((toDeg - fromDeg + 540) % 360) - 180
  return (fromDeg + turn * share + 360) % 360
}
