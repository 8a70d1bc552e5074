import type { AutoClose } from './auto-close.ts'

/** Events that show that somebody is there. */
const MOVEMENTS = ['mousemove', 'keydown', 'pointerdown', 'wheel'] as const
const LOOK_MS = 1000

/**
 * Looks at `close` each second, and restarts its count with every movement on the page, until the returned function is
 * called. `onCount` hears each look and each movement. A movement that comes late, as after a sleep, counts after the
 * look.
 */
export function watchMovement(
  close: AutoClose,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  onDue: () => void,
  onCount?: () => void,
): () => void {
  const look = () => {
    const isDue = close.isDue()
    onCount?.()
    if (isDue) onDue()
    return isDue
  }
  const moved = () => {
    if (look()) return
    close.moved()
    onCount?.()
  }
  const timer = setInterval(look, LOOK_MS)
  for (const type of MOVEMENTS) page.addEventListener(type, moved, { passive: true })
  return () => {
    clearInterval(timer)
    for (const type of MOVEMENTS) page.removeEventListener(type, moved)
  }
}
