import type { Quantity } from '../world/types.ts'
import { CLOCKS_DIFFER_MS } from './device-time.ts'
import type { ReceivedReadings, ReceivedValue } from './intake.ts'

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

/** What devices reported last, by code. A late report takes the place of an older one, and of one of the future. */
export function createLatestReadings() {
  const bySn = new Map<string, Map<string, LatestValue>>()
  return {
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
          if (latest.size < CODES_MAX) latest.set(row.code, held(row, atMs))
        } else if (isPresent || atMs >= known.atMs || known.atMs > nowMs + CLOCKS_DIFFER_MS) {
          // In place: thousands of stations leave nothing behind.
          known.atMs = atMs
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
