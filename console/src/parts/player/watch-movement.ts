import type { AutoClose } from './auto-close.ts'

/** What somebody who is there does. */
const MOVEMENTS = ['mousemove', 'keydown', 'pointerdown', 'wheel'] as const

/**
 * Counts seconds on `close`, from 0 again with every movement on the page, until the answer is called. `onCount` hears
 * each second and each movement.
 */
export function watchMovement(
  close: AutoClose,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  onDue: () => void,
  onCount?: () => void,
): () => void {
  const moved = () => {
    close.moved()
    onCount?.()
  }
  const timer = setInterval(() => {
    const due = close.tick()
    onCount?.()
    if (due) onDue()
  }, 1000)
  for (const type of MOVEMENTS) page.addEventListener(type, moved, { passive: true })
  return () => {
    clearInterval(timer)
    for (const type of MOVEMENTS) page.removeEventListener(type, moved)
  }
}
