import { uptime } from 'node:os'
import type { MachineClock } from '../kernel/clock.ts'

/** Time sources of a machine, milliseconds. */
export type TimeSources = {
  /** Its wall clock (epoch), which people and NTP set. */
  wallMs(): number
  /** Passes evenly and is never set. It stops while the machine is suspended (CLOCK_MONOTONIC of Linux). */
  steadyMs(): number
  /** Since the machine was started, suspensions included (CLOCK_BOOTTIME of Linux). */
  sinceBootMs(): number
}

const MACHINE: TimeSources = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  sinceBootMs: () => uptime() * 1000,
}

/**
 * The machine's clock and timers. It is read from the wall clock once and goes on by the steady one: changes of the
 * wall clock have no effect here. Errors of a timer's callback are ignored when `isReported` says that they are known;
 * the timer goes on. Timers do not keep the process alive.
 */
export function createHostClock(
  sources: TimeSources = MACHINE,
  isReported: (error: unknown) => boolean = () => false,
): MachineClock {
  let offMs = sources.wallMs() - sources.steadyMs()
  let suspendedMs = sources.sinceBootMs() - sources.steadyMs()
  const now = () => Math.floor(offMs + sources.steadyMs())
  const guarded = (callback: () => void) => () => {
    try {
      callback()
    } catch (error) {
      if (!isReported(error)) throw error
    }
  }
  return {
    now,
    after(delayMs, callback) {
      const timer = setTimeout(guarded(callback), delayMs)
      timer.unref()
      return () => clearTimeout(timer)
    },
    every(intervalMs, callback) {
      const timer = setInterval(guarded(callback), intervalMs)
      timer.unref()
      return () => clearInterval(timer)
    },
    wallAheadMs: () => sources.wallMs() - now(),
    sleptMs: () => sources.sinceBootMs() - sources.steadyMs() - suspendedMs,
    skip(ms) {
      offMs += ms
      suspendedMs += ms
    },
  }
}
