/** A device that switches itself on and off by the time of day. */
import type { TimingSwitch } from '@backlot/contract/device-config/entities'
import { DAY_MS, dayStart, MINUTE_MS } from '@backlot/contract/time'

/** Whether it is switched off at a moment. */
export function isSwitchedOff({ enabled, onMinute, offMinute }: TimingSwitch, atMs: number): boolean {
  if (!enabled) return false
  const minute = (atMs - dayStart(atMs)) / MINUTE_MS
  return offMinute < onMinute
    ? minute >= offMinute && minute < onMinute
    : minute >= offMinute || minute < onMinute
}

/** Moments in (fromMs, toMs) at which it switches. */
export function* switchCuts(
  { enabled, onMinute, offMinute }: TimingSwitch,
  fromMs: number,
  toMs: number,
): Generator<number> {
  if (!enabled) return
  for (let day = dayStart(fromMs); day < toMs; day += DAY_MS) {
    for (const minute of [onMinute, offMinute]) {
      const atMs = day + minute * MINUTE_MS
      if (atMs > fromMs && atMs < toMs) yield atMs
    }
  }
}
