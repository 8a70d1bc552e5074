import type { Track } from './track.ts'
import { STANDING_KMH } from './track-mileage.ts'
import { type Stop, stopsOf } from './track-stops.ts'

/** Totals of a track. */
export type TrackSummary = {
  positions: number
  drivenM: number
  /** Time on the move, in stays, and without positions. */
  movingMs: number
  stoppedMs: number
  lostMs: number
  maxKmh: number
  /** Over the time on the move; 0 without any. */
  averageKmh: number
  stops: readonly Stop[]
}

export function summaryOf(track: Track): TrackSummary {
  const { timeMs, speedKmh, afterGap, drivenM } = track
  let movingMs = 0
  let movingM = 0
  let maxKmh = 0
  for (let i = 0; i < timeMs.length; i++) {
    maxKmh = Math.max(maxKmh, speedKmh[i]!)
    if (i === 0 || afterGap[i] === 1 || Math.max(speedKmh[i]!, speedKmh[i - 1]!) < STANDING_KMH) continue
    movingMs += timeMs[i]! - timeMs[i - 1]!
    movingM += drivenM[i]! - drivenM[i - 1]!
  }
  const stops = stopsOf(track)
  const sum = (list: readonly { fromMs: number; toMs: number }[]) =>
    list.reduce((all, { fromMs, toMs }) => all + toMs - fromMs, 0)
  return {
    positions: timeMs.length,
    drivenM: drivenM.at(-1) ?? 0,
    movingMs,
    stoppedMs: sum(stops),
    lostMs: sum(track.gaps),
    maxKmh,
    averageKmh: movingMs > 0 ? (movingM / (movingMs / 1000)) * 3.6 : 0,
    stops,
  }
}
