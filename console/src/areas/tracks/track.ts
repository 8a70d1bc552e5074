import type { TrackGap, TrackPart } from '@backlot/contract/tracks/entities'
import { drivenMetres } from './track-mileage.ts'

/** Epoch milliseconds. */
export type Span = { fromMs: number; toMs: number }

/** A stretch without positions. */
type Gap = Span & { reason: TrackGap['reason'] }

/** Where a device was, position by position, in WGS-84. All columns have the same length. */
export type Track = Span & {
  sn: string
  /** Ascending, epoch milliseconds. */
  timeMs: Float64Array
  longitude: Float64Array
  latitude: Float64Array
  speedKmh: Float32Array
  directionDeg: Float32Array
  /** 1 where a gap lies between a position and the one before it. */
  afterGap: Uint8Array
  /** Metres driven since the first position. */
  drivenM: Float64Array
  gaps: readonly Gap[]
  /** Readings of the device's own counter, where it has one. */
  odometerKm: { start: number; end: number } | undefined
}

const MICRO = 1e-6

/** Reads the columns of an answer. Positions without a place (zero) are ignored (stated), and those out of order. */
export function readTrack(part: TrackPart): Track {
  const most = Math.min(
    ...[part.time, part.longitude, part.latitude, part.speed, part.direction].map(({ length }) => length),
  )
  const timeMs = new Float64Array(most)
  const longitude = new Float64Array(most)
  const latitude = new Float64Array(most)
  const speedKmh = new Float32Array(most)
  const directionDeg = new Float32Array(most)
  let second = 0
  let lon = 0
  let lat = 0
  let count = 0
  for (let i = 0; i < most; i++) {
    second += part.time[i]!
    lon += part.longitude[i]!
    lat += part.latitude[i]!
    if (lon === 0 || lat === 0 || (count > 0 && second * 1000 <= timeMs[count - 1]!)) continue
    timeMs[count] = second * 1000
    longitude[count] = lon * MICRO
    latitude[count] = lat * MICRO
    speedKmh[count] = part.speed[i]! / 10
    directionDeg[count] = part.direction[i]!
    count++
  }
  const gaps = part.gaps.map(({ startTime, endTime, reason }) => ({
    fromMs: startTime * 1000,
    toMs: endTime * 1000,
    reason,
  }))
  const columns = {
    timeMs: timeMs.subarray(0, count),
    longitude: longitude.subarray(0, count),
    latitude: latitude.subarray(0, count),
    speedKmh: speedKmh.subarray(0, count),
  }
  const afterGap = gapsBefore(columns.timeMs, gaps)
  return {
    sn: part.sn,
    fromMs: part.startTime * 1000,
    toMs: part.endTime * 1000,
    ...columns,
    directionDeg: directionDeg.subarray(0, count),
    afterGap,
    drivenM: drivenMetres({ ...columns, afterGap }),
    gaps,
    odometerKm: part.odometer,
  }
}

/** Marks the positions that a gap ends with. Gaps ascend. */
function gapsBefore(timeMs: Float64Array, gaps: readonly Gap[]): Uint8Array {
  const marks = new Uint8Array(timeMs.length)
  let at = 0
  for (const { toMs } of gaps) {
    while (at < timeMs.length && timeMs[at]! < toMs) at++
    if (at > 0 && at < timeMs.length) marks[at] = 1
  }
  return marks
}

/** Number of the last position at or before a moment; -1 before the first. */
export function indexAt(timeMs: Float64Array, atMs: number): number {
  let low = 0
  let high = timeMs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (timeMs[middle]! <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
