/** A station's clock, set and drifting, and the numbers (QN) that it makes of its time. */
import { wireQn } from '../../../wire/hj212/wire-time.ts'
import type { UplinkDevice } from '../uplink.ts'
import type { StationSettings } from './station-settings.ts'

/** Most lead of numbers over the station's clock: several of a moment, or after a small step back. */
const QN_AHEAD_MS = 60_000

export type StationClock = {
  /** By how much the clock is ahead at a moment of platform time, milliseconds. */
  aheadMs(epochMs: number): number
  /** A number of a moment of platform time that no packet has that waits. */
  newQn(epochMs: number): string
}

/** `isTaken`: whether a packet with a number waits to be sent or answered. */
export function createStationClock(
  device: Pick<UplinkDevice, 'reportFaults'>,
  settings: Pick<StationSettings, 'clockAheadMs'>,
  isTaken: (qn: string) => boolean,
): StationClock {
  /** In one object: numbers that large cost memory at each change elsewhere. */
  const at = {
    lastQnMs: Number.NEGATIVE_INFINITY,
    latestQnMs: Number.NEGATIVE_INFINITY,
    /** The last computed drift: the same moment is needed repeatedly. */
    driftAtMs: Number.NaN,
    driftMs: Number.NaN,
  }
  const aheadMs = (epochMs: number) => {
    if (epochMs !== at.driftAtMs) {
      at.driftMs = device.reportFaults?.clockAheadMs(epochMs) ?? 0
      at.driftAtMs = epochMs
    }
    return settings.clockAheadMs + at.driftMs
  }
  return {
    aheadMs,
    newQn(epochMs) {
      const clockMs = Math.floor(epochMs + aheadMs(epochMs))
      const isSetBack = at.lastQnMs - clockMs > QN_AHEAD_MS
      let qnMs = isSetBack ? clockMs : Math.max(at.lastQnMs + 1, clockMs)
      // A clock that was set back comes to moments whose numbers may still wait for an answer.
      while (qnMs <= at.latestQnMs && isTaken(wireQn(qnMs))) qnMs++
      at.lastQnMs = qnMs
      at.latestQnMs = Math.max(at.latestQnMs, qnMs)
      return wireQn(qnMs)
    },
  }
}
