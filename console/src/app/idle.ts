import { LIMITS } from '@backlot/contract/limits'

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Whether nobody touched the console for `timeoutMinutes`; 0 never. */
export function isIdle(lastActiveMs: number, nowMs: number, timeoutMinutes: number): boolean {
  return timeoutMinutes > 0 && nowMs - lastActiveMs >= timeoutMinutes * 60_000
}

/** Looks every 30 s (stated) whether the operator has been away too long. Returns the way to stop. */
export function watchIdle(timeoutMinutes: number, onIdle: () => void): () => void {
  if (timeoutMinutes <= 0) return () => undefined
  let lastActiveMs = Date.now()
  const active = () => {
    lastActiveMs = Date.now()
  }
  for (const event of EVENTS) window.addEventListener(event, active, { passive: true, capture: true })
  const timer = setInterval(() => {
    if (isIdle(lastActiveMs, Date.now(), timeoutMinutes)) onIdle()
  }, LIMITS.idleCheckMs)
  return () => {
    clearInterval(timer)
    for (const event of EVENTS) window.removeEventListener(event, active, { capture: true })
  }
}
