import type { Quantity } from '../world/types.ts'
import type { ReadingInterval, ReceivedReadings, ReceivedValue } from './ingest.ts'

/** The last reported value; fields missing in the report are undefined. */
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

/** When a value of the future came, and its interval. */
type Ahead = { interval: ReadingInterval; cameMs: number }

/**
 * Last readings of devices, by code. A late report only replaces an older one; a report of the future, from a wrong
 * clock, counts as of the moment of its arrival.
 */
export function createLatestReadings() {
  const bySn = new Map<string, Map<string, LatestValue>>()
  /** Of few values; a field of all of them would be one more number to touch in each report. */
  const ahead = new WeakMap<LatestValue, Ahead>()
  /** Whether a report takes the place of a newer one: of one of the future. */
  const isBelieved = (known: LatestValue, { atMs, interval, late }: ReceivedReadings, nowMs: number) => {
    const came = known.atMs > nowMs ? ahead.get(known) : undefined
    if (!came) return false
    return (atMs >= came.cameMs && atMs <= nowMs) || (!late && interval === came.interval)
  }
  return {
    /** `nowMs` is platform time. */
    take(sn: string, received: ReceivedReadings, nowMs: number): void {
      const { atMs, interval, rows, late } = received
      let latest = bySn.get(sn)
      if (!latest) {
        latest = new Map()
        bySn.set(sn, latest)
      }
      // A clock that was set back is believed as soon as it reports in time again.
      const isPresent = (interval === 'realtime' || interval === 'status') && !late
      for (const row of rows) {
        let known = latest.get(row.code)
        if (!known) {
          if (latest.size >= CODES_MAX) continue
          known = held(row, atMs)
          latest.set(row.code, known)
        } else if (isPresent || atMs >= known.atMs || isBelieved(known, received, nowMs)) {
          // In place: thousands of stations leave nothing behind.
          known.atMs = atMs
          known.value = row.value
          known.min = row.min
          known.max = row.max
          known.sum = row.sum
          if (known.flag !== row.flag) known.flag = row.flag
        } else continue
        if (atMs > nowMs) ahead.set(known, { interval, cameMs: nowMs })
      }
    },
    of: (sn: string): readonly LatestValue[] | undefined => {
      const latest = bySn.get(sn)
      return latest && [...latest.values()].map((value) => ({ ...value }))
    },
    forget: (sn: string): void => {
      bySn.delete(sn)
    },
  }
}

function held({ quantity, code, value, min, max, sum, flag }: ReceivedValue, atMs: number): LatestValue {
  return { quantity, code, atMs, value, min, max, sum, flag }
}
