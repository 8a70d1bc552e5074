import type { HostClock } from './clock.ts'

/** The machine's clock and timers. Timers do not keep the process alive. */
export function createHostClock(): HostClock {
  return {
    now: () => Date.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs)
      timer.unref()
      return () => clearTimeout(timer)
    },
    every(intervalMs, callback) {
      const timer = setInterval(callback, intervalMs)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
