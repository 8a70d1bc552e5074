/** What is wrong with one device may be wrong with thousands: each warning is told a few times a minute. */

type Told = (fields: object, message: string) => void
export type SeldomLog = { error: Told; warn: Told; debug: Told }

const WARNINGS_MOST = 3
const MINUTE_MS = 60_000

export function seldomLog(log: SeldomLog, now: () => number): SeldomLog {
  const told = new Map<string, number>()
  let untilMs = 0
  return {
    error: (fields, message) => log.error(fields, message),
    debug: (fields, message) => log.debug(fields, message),
    warn(fields, message) {
      if (now() >= untilMs) {
        told.clear()
        untilMs = now() + MINUTE_MS
      }
      const times = (told.get(message) ?? 0) + 1
      told.set(message, times)
      if (times <= WARNINGS_MOST) log.warn(fields, message)
    },
  }
}
