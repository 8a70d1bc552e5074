import { type PointerEvent, useRef, useState } from 'react'

/** Where a floating window stands: pixels from the right and upper edge of what surrounds it. */
export type WindowPlace = { right: number; top: number }

/** Moves a floating window by its title. `grip` goes to the title; its buttons stay buttons. */
export function useWindowDrag(start: WindowPlace) {
  const [at, setAt] = useState(start)
  const held = useRef<WindowPlace & { x: number; y: number }>(undefined)
  const grip = {
    onPointerDown(event: PointerEvent) {
      if ((event.target as Element).closest('button')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { x: event.clientX, y: event.clientY, ...at }
    },
    onPointerMove(event: PointerEvent) {
      const from = held.current
      if (!from) return
      setAt({
        right: Math.max(0, from.right - (event.clientX - from.x)),
        top: Math.max(0, from.top + (event.clientY - from.y)),
      })
    },
    onPointerUp() {
      held.current = undefined
    },
  }
  return { at, setAt, grip }
}
