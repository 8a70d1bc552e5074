import { type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { pageRoom } from './page-room.ts'

/** Position of a floating window: pixels from the right and upper edge of its container. */
type WindowPlace = { right: number; top: number }

/** Margin between a window and the edges of its container. */
const EDGE_PX = 8

/**
 * Moves a floating window by its title, and keeps it inside its container (a window fixed to the page: inside the
 * browser's) when either changes its size. `frame` goes to the window, `grip` to its title, whose buttons stay buttons.
 */
export function useWindowDrag(start: WindowPlace) {
  const frame = useRef<HTMLElement>(null)
  const [at, setAt] = useState(start)
  const held = useRef<WindowPlace & { pointer: number; x: number; y: number }>(undefined)

  const move = useCallback((to: WindowPlace) => {
    setAt((before) => {
      const { right, top } = inside(frame.current, to)
      return before.right === right && before.top === top ? before : { right, top }
    })
  }, [])
  const now = useRef(at)
  now.current = at
  useLayoutEffect(() => {
    const own = frame.current
    if (!own) return
    const keepInside = () => move(now.current)
    const sizes = new ResizeObserver(keepInside)
    sizes.observe(own)
    if (own.offsetParent) sizes.observe(own.offsetParent)
    window.addEventListener('resize', keepInside)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', keepInside)
    }
  }, [move])

  const grip = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || held.current || (event.target as Element).closest('button')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, ...at }
    },
    onPointerMove(event: PointerEvent) {
      const from = held.current
      if (from?.pointer !== event.pointerId) return
      move({ right: from.right - (event.clientX - from.x), top: from.top + (event.clientY - from.y) })
    },
    onLostPointerCapture(event: PointerEvent) {
      if (held.current?.pointer === event.pointerId) held.current = undefined
    },
  }
  return { frame, at, move, grip }
}

/** The place nearest to the wanted one at which the whole window is seen; its title is, should it be too large. */
function inside(frame: HTMLElement | null, { right, top }: WindowPlace): WindowPlace {
  if (!frame) return { right, top }
  const { clientWidth, clientHeight } = frame.offsetParent ?? pageRoom()
  return {
    right: Math.max(EDGE_PX, Math.min(clientWidth - frame.offsetWidth - EDGE_PX, right)),
    top: Math.max(EDGE_PX, Math.min(clientHeight - frame.offsetHeight - EDGE_PX, top)),
  }
}
