import { type CSSProperties, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { pageRoom } from '../../components/page-room.ts'

type Spot = { x: number; y: number }

/** A drag of fewer pixels is a click that trembled. */
const LEAST_DRAG_PX = 4

/**
 * Dragging a floating panel inside its positioned parent (a panel fixed to the page: inside the window); the place is
 * stored under `storageKey`. One pointer drags: a second finger meanwhile does nothing. `dragged` until `reset`
 * discards the place.
 */
export function useDrag(storageKey: string) {
  const box = useRef<HTMLElement>(null)
  const [spot, setSpot] = useState<Spot | undefined>(() => readSpot(storageKey))
  const dragging = useRef(false)

  const inside = (wanted: Spot): Spot => {
    const panel = box.current
    // Elements fixed to the page have no such parent.
    const parent = panel?.offsetParent ?? pageRoom()
    if (!panel) return wanted
    return {
      x: Math.max(0, Math.min(parent.clientWidth - panel.offsetWidth, wanted.x)),
      y: Math.max(0, Math.min(parent.clientHeight - panel.offsetHeight, wanted.y)),
    }
  }

  // A place kept from a larger window is brought back inside, and so is a panel that grows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when a size changes
  useLayoutEffect(() => {
    const keepInside = () => setSpot((at) => at && inside(at))
    keepInside()
    const sizes = new ResizeObserver(keepInside)
    if (box.current) sizes.observe(box.current)
    window.addEventListener('resize', keepInside)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', keepInside)
    }
  }, [])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const panel = box.current
    const handle = event.currentTarget
    const target = event.target as Element
    // Elements opened from the handle (a popover) report their events here too, but lie elsewhere.
    if (
      !panel ||
      dragging.current ||
      event.button !== 0 ||
      target.closest('button') ||
      !handle.contains(target)
    )
      return
    handle.setPointerCapture(event.pointerId)
    dragging.current = true
    const { clientX, clientY, pointerId } = event
    const from = { x: clientX - panel.offsetLeft, y: clientY - panel.offsetTop }
    let last: Spot | undefined
    const move = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return
      if (!last && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < LEAST_DRAG_PX) return
      last = inside({ x: moved.clientX - from.x, y: moved.clientY - from.y })
      setSpot(last)
    }
    const end = (ended: globalThis.PointerEvent) => {
      if (ended.pointerId !== pointerId) return
      dragging.current = false
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
      if (last) localStorage.setItem(storageKey, JSON.stringify(last))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }

  const style: CSSProperties = spot ? { left: spot.x, top: spot.y, right: 'auto', bottom: 'auto' } : {}
  const reset = () => {
    localStorage.removeItem(storageKey)
    setSpot(undefined)
  }
  return { box, style, onPointerDown, dragged: spot !== undefined, reset }
}

function readSpot(key: string): Spot | undefined {
  const text = localStorage.getItem(key)
  const match = text === null ? null : /^\{"x":(-?[\d.]+),"y":(-?[\d.]+)\}$/.exec(text)
  return match ? { x: Number(match[1]), y: Number(match[2]) } : undefined
}
