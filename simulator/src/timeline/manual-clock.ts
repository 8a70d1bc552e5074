import type { HostClock } from '../kernel/clock.ts'

type Timer = { atMs: number; everyMs: number | undefined; callback: () => void }

/** A host clock that is moved by hand (tests, virtual runs). Timers fire in order of their moments. */
export type ManualClock = HostClock & {
  advance(ms: number): void
  pending(): number
  /** When the next timer fires; undefined when there is none. */
  nextMs(): number | undefined
}

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
  /** The one that is due first; of several at one moment the one that was set first. */
  const nextBy = (limitMs: number) => {
    let next: Timer | undefined
    for (const timer of timers) if (timer.atMs <= limitMs && (!next || timer.atMs < next.atMs)) next = timer
    return next
  }
  return {
    now: () => nowMs,
    after: (delayMs, callback) => add(delayMs, undefined, callback),
    every: (intervalMs, callback) => add(intervalMs, Math.max(1, intervalMs), callback),
    pending: () => timers.size,
    nextMs() {
      let nextMs: number | undefined
      for (const { atMs } of timers) if (nextMs === undefined || atMs < nextMs) nextMs = atMs
      return nextMs
    },
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
