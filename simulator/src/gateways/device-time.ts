/** Which moment a report is of, when the clock of its device may be wrong. */
import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'

/** Retention of devices' reports: older ones could not be queried. */
export const REPORT_RETENTION_MS = 180 * DAY_MS
/** Two clocks that are set by satellites or NTP differ by less. */
const CLOCKS_DIFFER_MS = 10_000
/** A report that arrives later than that after its time was kept back by its device. */
const LATE_MS = MINUTE_MS

export type DeviceTime = {
  /** The moment that the report counts for, epoch milliseconds: never of the future. */
  atMs: number
  /** Whether the stated time can be right. If not, the report counts as of its arrival. */
  plausible: boolean
  late: boolean
}

/**
 * `statedMs` is the device's time, undefined where it is none; `nowMs` is when the report arrived. Both epoch
 * milliseconds of the platform's clock.
 */
export function deviceTime(statedMs: number | undefined, nowMs: number): DeviceTime {
  const plausible =
    statedMs !== undefined && statedMs <= nowMs + CLOCKS_DIFFER_MS && statedMs > nowMs - REPORT_RETENTION_MS
  const atMs = plausible ? Math.min(statedMs, nowMs) : nowMs
  return { atMs, plausible, late: nowMs - atMs > LATE_MS }
}
