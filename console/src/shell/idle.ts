import { LIMITS } from '@backlot/contract/limits'
import { type ActivityLink, openActivityLink } from './activity.ts'

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Shortest interval of sharing activity with the other tabs. */
const SHARE_APART_MS = 5000
/** A tab that slept may get the messages of the others after its timers: the sign-out waits this long for them. */
const LAST_WORD_MS = 2000

/** Whether nobody touched the console for `timeoutMinutes`; 0 never. */
export function isIdle(lastActiveMs: number, nowMs: number, timeoutMinutes: number): boolean {
  return timeoutMinutes > 0 && nowMs - lastActiveMs >= timeoutMinutes * 60_000
}

/** Surroundings that the watch needs; tests pass their own. */
export type IdleEnvironment = {
  /** Calls back whenever the operator touches this tab. Answers a function that stops it. */
  onTouch(touched: () => void): () => void
  openLink(onActive: () => void): ActivityLink
  now(): number
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
}

/** This page's touches and timers, and the other tabs of the same sign-in. */
export function pageIdleEnvironment(sessionId: string): IdleEnvironment {
  return {
    onTouch(touched) {
      for (const event of EVENTS) window.addEventListener(event, touched, { passive: true, capture: true })
      return () => {
        for (const event of EVENTS) window.removeEventListener(event, touched, { capture: true })
      }
    },
    openLink: (onActive) => openActivityLink(sessionId, onActive),
    now: () => Date.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as number),
  }
}

/**
 * Looks every 30 s (stated) whether the operator has been away too long from all tabs of the sign-in. `isWatched`:
 * somebody watches this tab without touching it, and is never away. Returns a function that stops it.
 */
export function watchIdle(
  environment: IdleEnvironment,
  { timeoutMinutes, isWatched }: { timeoutMinutes: number; isWatched: boolean },
  onIdle: () => void,
): () => void {
  if (timeoutMinutes <= 0) return () => undefined
  let lastActiveMs = environment.now()
  let sharedMs = Number.NEGATIVE_INFINITY
  const link = environment.openLink(() => {
    lastActiveMs = environment.now()
  })
  const active = () => {
    lastActiveMs = environment.now()
    if (lastActiveMs - sharedMs < SHARE_APART_MS) return
    sharedMs = lastActiveMs
    link.post()
  }
  const stopTouch = environment.onTouch(active)
  const isOver = () => isIdle(lastActiveMs, environment.now(), timeoutMinutes)
  const look = () => {
    if (isWatched) active()
    timer = isOver()
      ? environment.setTimer(end, LAST_WORD_MS)
      : environment.setTimer(look, LIMITS.idleCheckMs)
  }
  const end = () => {
    if (isOver()) onIdle()
    else look()
  }
  // Opening or reloading a tab is activity.
  active()
  let timer = environment.setTimer(look, LIMITS.idleCheckMs)
  return () => {
    environment.clearTimer(timer)
    stopTouch()
    link.close()
  }
}
