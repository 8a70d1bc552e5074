import type { AutoClose } from './auto-close.ts'

/** What somebody who is there does. */
const MOVEMENTS = ['mousemove', 'keydown', 'pointerdown', 'wheel'] as const

/** Counts seconds on `close`, from 0 again with every movement on the page, until the answer is called. */
export function watchMovement(
  close: AutoClose,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  onDue: () => void,
): () => void {
  const moved = () => close.moved()
  const timer = setInterval(() => {
    if (close.tick()) onDue()
  }, 1000)
  for (const type of MOVEMENTS) page.addEventListener(type, moved, { passive: true })
  return () => {
    clearInterval(timer)
    for (const type of MOVEMENTS) page.removeEventListener(type, moved)
  }
}
