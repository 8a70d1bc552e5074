import type { HostClock } from './clock.ts'

type Timer = { atMs: number; everyMs: number | undefined; callback: () => void }

/** A host clock that moves only when told to (tests). Timers fire in order of their moments. */
export type ManualClock = HostClock & { advance(ms: number): void; pending(): number }

export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs
  const timers = new Set<Timer>()
  const add = (delayMs: number, everyMs: number | undefined, callback: () => void) => {
    const timer = { atMs: nowMs + Math.max(0, delayMs), everyMs, callback }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  const nextBy = (limitMs: number) =>
    [...timers].filter((timer) => timer.atMs <= limitMs).sort((a, b) => a.atMs - b.atMs)[0]
  return {
    now: () => nowMs,
    after: (delayMs, callback) => add(delayMs, undefined, callback),
    every: (intervalMs, callback) => add(intervalMs, Math.max(1, intervalMs), callback),
    pending: () => timers.size,
    advance(ms) {
      const limitMs = nowMs + ms
      for (let timer = nextBy(limitMs); timer; timer = nextBy(limitMs)) {
        nowMs = Math.max(nowMs, timer.atMs)
        if (timer.everyMs === undefined) timers.delete(timer)
        else timer.atMs += timer.everyMs
        timer.callback()
      }
      nowMs = limitMs
    },
  }
}
