import TinyQueue from 'tinyqueue'
import type { HostClock } from '../kernel/clock.ts'

type Timer = {
  atMs: number
  /** Of its setting: of several at one moment the one that was set first is due first. */
  order: number
  everyMs: number | undefined
  callback: () => void
  isCancelled: boolean
}

/** A host clock that is moved by hand (tests, virtual runs). Timers fire in order of their moments. */
export type ManualClock = HostClock & {
  advance(ms: number): void
  pending(): number
  /** When the next timer fires; undefined when there is none. */
  nextMs(): number | undefined
}

export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs
  let order = 0
  let pending = 0
  /** Cancelled ones stay until they would be due. */
  const timers = new TinyQueue<Timer>([], (a, b) => a.atMs - b.atMs || a.order - b.order)
  const add = (delayMs: number, everyMs: number | undefined, callback: () => void) => {
    const atMs = nowMs + Math.max(0, delayMs)
    const timer = { atMs, order: order++, everyMs, callback, isCancelled: false }
    timers.push(timer)
    pending++
    return () => {
      if (!timer.isCancelled) pending--
      timer.isCancelled = true
    }
  }
  /** The one that is due first. */
  const next = (): Timer | undefined => {
    while (timers.peek()?.isCancelled) timers.pop()
    return timers.peek()
  }
  return {
    now: () => nowMs,
    after: (delayMs, callback) => add(delayMs, undefined, callback),
    every: (intervalMs, callback) => add(intervalMs, Math.max(1, intervalMs), callback),
    pending: () => pending,
    nextMs: () => next()?.atMs,
    advance(ms) {
      const limitMs = nowMs + ms
      for (let timer = next(); timer && timer.atMs <= limitMs; timer = next()) {
        timers.pop()
        nowMs = Math.max(nowMs, timer.atMs)
        if (timer.everyMs === undefined) {
          // To be cancelled afterwards changes nothing.
          timer.isCancelled = true
          pending--
        } else {
          timer.atMs += timer.everyMs
          timers.push(timer)
        }
        timer.callback()
      }
      nowMs = limitMs
    },
  }
}
