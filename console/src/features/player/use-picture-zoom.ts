import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { panBy, WHOLE_PICTURE, type ZoomView, zoomAt } from './zoom-box.ts'

const STEP = 1.25
/** A press that moves less is a click. */
const SLIP_PX = 4
/** Over these, wheel and drag are theirs. */
const CONTROLS = 'button, input, .ant-popover, .ant-dropdown, .zoom-layer, [role=toolbar], [role=slider]'

type PictureZoom = {
  zoom: ZoomView
  setZoom: (change: ZoomView | ((before: ZoomView) => ZoomView)) => void
  isZoomed: boolean
  /** Whether the press that has just ended has moved the picture: its click is none. */
  hasPanned: () => boolean
  pan: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent<HTMLElement>) => void
  >
}

/**
 * Digital zoom of the picture in a window (`.player-frame` in it): by the wheel, around the pointer, and moved by
 * dragging. `isOn`: there is a picture.
 */
export function usePictureZoom(root: RefObject<HTMLElement | null>, isOn: boolean): PictureZoom {
  const [zoom, setZoom] = useState(WHOLE_PICTURE)
  const held = useRef<{ pointer: number; x: number; y: number; moved: boolean }>(undefined)
  const panned = useRef(false)
  const isZoomed = zoom.scale > 1

  useEffect(() => {
    const element = root.current
    if (!element || !isOn) return
    const onWheel = (event: WheelEvent) => {
      const frame = frameOf(element)
      if (!frame || event.shiftKey || (event.target as Element).closest(CONTROLS)) return
      event.preventDefault()
      const point = {
        x: Math.min(1, Math.max(0, (event.clientX - frame.left) / frame.width)),
        y: Math.min(1, Math.max(0, (event.clientY - frame.top) / frame.height)),
      }
      setZoom((before) => zoomAt(before, point, event.deltaY < 0 ? STEP : 1 / STEP))
    }
    // React hears wheels passively: Ctrl with the wheel would magnify the page.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [root, isOn])

  const letGo = (event: PointerEvent<HTMLElement>) => {
    if (held.current?.pointer === event.pointerId) held.current = undefined
  }
  return {
    zoom,
    setZoom,
    isZoomed,
    hasPanned: () => panned.current,
    pan: {
      onPointerDown(event) {
        panned.current = false
        const isHeld = held.current !== undefined || event.button !== 0 || !isZoomed
        if (isHeld || (event.target as Element).closest(`${CONTROLS}, header`)) return
        held.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false }
      },
      onPointerMove(event) {
        const from = held.current
        const frame = frameOf(event.currentTarget)
        if (from?.pointer !== event.pointerId || !frame) return
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
        if (!from.moved && Math.hypot(dx, dy) < SLIP_PX) return
        if (!from.moved) event.currentTarget.setPointerCapture(event.pointerId)
        panned.current = true
        held.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: true }
        setZoom((before) => panBy(before, dx / frame.width, dy / frame.height))
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
  }
}

function frameOf(root: HTMLElement): DOMRect | undefined {
  const place = root.querySelector('.player-frame')?.getBoundingClientRect()
  return place && place.width > 0 ? place : undefined
}
