import type { ReceivedReadings, ReceivedValue } from './intake.ts'

export type LatestValue = ReceivedValue & { atMs: number }

/** Most codes that are kept of a device: a station has some dozens. */
const CODES_MAX = 256

/** What devices reported last, by code. A late report takes the place of an older one only. */
export function createLatestReadings() {
  const bySn = new Map<string, Map<string, { row: ReceivedValue; atMs: number }>>()
  return {
    take(sn: string, { atMs, interval, rows, late }: ReceivedReadings): void {
      let latest = bySn.get(sn)
      if (!latest) {
        latest = new Map()
        bySn.set(sn, latest)
      }
      // A clock that was set back is believed as soon as it reports in time again.
      const isPresent = interval === 'realtime' && !late
      for (const row of rows) {
        const known = latest.get(row.code)
        if (!known) {
          if (latest.size < CODES_MAX) latest.set(row.code, { row, atMs })
        } else if (isPresent || atMs >= known.atMs) {
          known.row = row
          known.atMs = atMs
        }
      }
    },
    of: (sn: string): readonly LatestValue[] | undefined => {
      const latest = bySn.get(sn)
      return latest && [...latest.values()].map(({ row, atMs }) => ({ ...row, atMs }))
    },
    forget: (sn: string): void => {
      bySn.delete(sn)
    },
  }
}
