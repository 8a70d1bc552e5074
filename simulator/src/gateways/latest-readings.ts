import type { Quantity } from '../world/types.ts'
import type { ReadingInterval, ReceivedReadings, ReceivedValue } from './intake.ts'

/** A value as it was reported last; what the report did not say is undefined. */
export type LatestValue = {
  quantity: Quantity | undefined
  code: string
  atMs: number
  value: number
  min: number | undefined
  max: number | undefined
  sum: number | undefined
  flag: string | undefined
}

/** Most codes that are kept of a device: a station has some dozens. */
const CODES_MAX = 256

type Held = LatestValue & { interval: ReadingInterval; cameMs: number }

/**
 * What devices reported last, by code. A late report takes the place of an older one only; one that is of the future, by
 * a clock that is wrong, counts as of the moment at which it came.
 */
export function createLatestReadings() {
  const bySn = new Map<string, Map<string, Held>>()
  return {
    /** `nowMs` is platform time. */
    take(sn: string, { atMs, interval, rows, late }: ReceivedReadings, nowMs: number): void {
      let latest = bySn.get(sn)
      if (!latest) {
        latest = new Map()
        bySn.set(sn, latest)
      }
      // A clock that was set back is believed as soon as it reports in time again.
      const isPresent = (interval === 'realtime' || interval === 'status') && !late
      for (const row of rows) {
        const known = latest.get(row.code)
        if (!known) {
          if (latest.size < CODES_MAX) latest.set(row.code, held(row, atMs, interval, nowMs))
        } else if (isPresent || atMs >= known.atMs || isBelieved(known, atMs, interval, late, nowMs)) {
          // In place: thousands of stations leave nothing behind.
          known.atMs = atMs
          known.cameMs = nowMs
          known.interval = interval
          known.value = row.value
          known.min = row.min
          known.max = row.max
          known.sum = row.sum
          if (known.flag !== row.flag) known.flag = row.flag
        }
      }
    },
    of: (sn: string): readonly LatestValue[] | undefined => {
      const latest = bySn.get(sn)
      return latest && [...latest.values()].map(({ interval: _, cameMs: __, ...value }) => value)
    },
    forget: (sn: string): void => {
      bySn.delete(sn)
    },
  }
}

/** Whether a report takes the place of one that is of the future. */
function isBelieved(
  known: Held,
  atMs: number,
  interval: ReadingInterval,
  late: boolean,
  nowMs: number,
): boolean {
  if (known.atMs <= nowMs) return false
  return (atMs >= known.cameMs && atMs <= nowMs) || (!late && interval === known.interval)
}

function held(row: ReceivedValue, atMs: number, interval: ReadingInterval, cameMs: number): Held {
  const { quantity, code, value, min, max, sum, flag } = row
  return { quantity, code, atMs, value, min, max, sum, flag, interval, cameMs }
}
