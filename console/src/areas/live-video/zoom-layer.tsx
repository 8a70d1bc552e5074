import { type PointerEvent, useRef } from 'react'
import type { DraggedBox } from '../../features/player/zoom-box.ts'
import type { Drag } from '../../features/ptz/point-box.ts'

type ZoomLayerProps = {
  label: string
  /** The box that was drawn, and from where to where. */
  onBox: (box: DraggedBox, drag: Drag) => void
}

/** Lies over a picture while a box is dragged on it; the box is drawn directly. */
export function ZoomLayer({ label, onBox }: ZoomLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  /** Where the drag began, and the one pointer that drags. */
  const start = useRef<{ pointer: number; x: number; y: number }>(undefined)

  const at = (event: PointerEvent) => {
    const place = layer.current!.getBoundingClientRect()
    return {
      x: Math.min(1, Math.max(0, (event.clientX - place.left) / place.width)),
      y: Math.min(1, Math.max(0, (event.clientY - place.top) / place.height)),
    }
  }
  const boxTo = (event: PointerEvent): DraggedBox | undefined => {
    const from = start.current
    if (from?.pointer !== event.pointerId) return undefined
    const to = at(event)
    return {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    }
  }

  const end = (event: PointerEvent) => {
    if (start.current?.pointer !== event.pointerId) return
    start.current = undefined
    if (frame.current) frame.current.style.display = 'none'
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a surface to draw on
    // biome-ignore lint/a11y/noStaticElementInteractions: a surface to draw on; the wheel and the menu do it without
    <div
      ref={layer}
      className="zoom-layer"
      title={label}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.stopPropagation()
        if (event.button !== 0 || start.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { pointer: event.pointerId, ...at(event) }
      }}
      onPointerMove={(event) => {
        const box = boxTo(event)
        const style = frame.current?.style
        if (!box || !style) return
        style.display = 'block'
        style.left = `${box.left * 100}%`
        style.top = `${box.top * 100}%`
        style.width = `${box.width * 100}%`
        style.height = `${box.height * 100}%`
      }}
      onPointerUp={(event) => {
        const box = boxTo(event)
        const from = start.current
        if (!box || !from) return
        end(event)
        onBox(box, { from, to: at(event) })
      }}
      onLostPointerCapture={end}
    >
      <div ref={frame} className="zoom-frame" />
    </div>
  )
}
