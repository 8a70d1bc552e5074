import type { HostClock } from '@backlot/simulator/kernel/clock'

/** A clock whose timers fire only while `isHeld`: a worker that has lost its lease, or stood still beyond it, says nothing more. */
export function guardedClock(clock: HostClock, isHeld: () => boolean): HostClock {
  const guarded = (callback: () => void) => () => {
    if (isHeld()) callback()
  }
  return {
    now: () => clock.now(),
    after: (delayMs, callback) => clock.after(delayMs, guarded(callback)),
    every: (intervalMs, callback) => clock.every(intervalMs, guarded(callback)),
  }
}
