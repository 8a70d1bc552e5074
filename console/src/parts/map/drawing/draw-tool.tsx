import type { DrawingType } from '@backlot/contract/map-drawings/entities'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useText } from '../../../language/language.ts'
import type { MapHandle } from '../map-handle.ts'
import type { LngLat } from '../mercator.ts'
import { lengthM } from '../ranging.ts'
import { useMapMotion } from '../use-map-motion.ts'
import './draw-tool.css'
import { useUnits } from '../units.ts'
import { drafted, newDraft } from './draft.ts'
import { areaM2, outlineOf, type Shape, withPoint } from './shape.ts'
import { pixelOf, ShapePath } from './shape-svg.tsx'

/** A press that moves this far is a drag: it sets the second point of a circle or a rectangle where it ends. */
const DRAG_PX = 5

type DrawToolProps = {
  handle: MapHandle
  type: DrawingType
  colour: string
  width?: number
  opacity?: number
  onDone(shape: Shape): void
  onLeave(): void
}

/**
 * Draws one new shape: clicks set its points; circles and rectangles can be pulled open as well. Double click, right
 * click or Enter ends a line or polygon, Backspace or Ctrl+Z takes a point back, Escape leaves.
 */
export function DrawTool({ handle, type, colour, width = 4, opacity = 0.5, onDone, onLeave }: DrawToolProps) {
  const t = useText('mapTools')
  const units = useUnits()
  const { map, provider } = handle
  const [draft, step] = useReducer(drafted, type, newDraft)
  const [cursor, setCursor] = useState<LngLat>()
  const latest = useRef({ draft, onDone, onLeave })
  latest.current = { draft, onDone, onLeave }
  useMapMotion(map)

  useEffect(() => {
    if (draft.ended) latest.current.onDone(draft.shape)
  }, [draft])

  useEffect(() => {
    const toWgs = ({ lngLat }: MapMouseEvent) => provider.fromDisplay([lngLat.lng, lngLat.lat])
    const pulls = type === 'circle' || type === 'rectangle'
    let pressed: { x: number; y: number } | undefined
    let pulled = false
    const far = ({ point }: MapMouseEvent) =>
      pressed !== undefined && Math.hypot(point.x - pressed.x, point.y - pressed.y) > DRAG_PX
    const press = (event: MapMouseEvent) => {
      pulled = false
      if (event.originalEvent.button !== 0) return
      pressed = event.point
      if (pulls && latest.current.draft.shape.points.length === 0) step({ kind: 'add', point: toWgs(event) })
    }
    const release = (event: MapMouseEvent) => {
      pulled = far(event)
      if (pulls && pulled) step({ kind: 'add', point: toWgs(event) })
      pressed = undefined
    }
    const click = (event: MapMouseEvent) => {
      const { shape } = latest.current.draft
      const last = shape.points.at(-1)
      const at = last && pixelOf(handle, last)
      // The second half of a double click, and the click that began a pulled shape, add nothing.
      if (at && Math.hypot(at.x - event.point.x, at.y - event.point.y) < DRAG_PX) return
      if (!pulled) step({ kind: 'add', point: toWgs(event) })
    }
    const end = (event: MapMouseEvent) => {
      event.preventDefault()
      step({ kind: 'end' })
    }
    const move = (event: MapMouseEvent) => setCursor(toWgs(event))
    const key = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (event.key === 'Escape') latest.current.onLeave()
      else if (typing) return
      else if (event.key === 'Enter') step({ kind: 'end' })
      else if (event.key === 'Backspace' || (event.key === 'z' && (event.ctrlKey || event.metaKey))) {
        event.preventDefault()
        step({ kind: 'undo' })
      }
    }
    map.getCanvas().style.cursor = 'crosshair'
    map.doubleClickZoom.disable()
    if (pulls) map.dragPan.disable()
    map.on('mousedown', press)
    map.on('mouseup', release)
    map.on('click', click)
    map.on('dblclick', end)
    map.on('contextmenu', end)
    map.on('mousemove', move)
    window.addEventListener('keydown', key)
    return () => {
      map.getCanvas().style.cursor = ''
      map.doubleClickZoom.enable()
      map.dragPan.enable()
      map.off('mousedown', press)
      map.off('mouseup', release)
      map.off('click', click)
      map.off('dblclick', end)
      map.off('contextmenu', end)
      map.off('mousemove', move)
      window.removeEventListener('keydown', key)
    }
  }, [map, provider, handle, type])

  const { points } = draft.shape
  const shown = cursor && points.length > 0 && !draft.ended ? withPoint(draft.shape, cursor) : draft.shape
  const pixels = points.map((point) => pixelOf(handle, point))
  const measure = measureOf(shown, units)
  const last = cursor && pixelOf(handle, cursor)
  return (
    <div className="draw-tool" role="status">
      <svg aria-hidden="true">
        <ShapePath handle={handle} shape={shown} colour={colour} width={width} opacity={opacity} />
        {pixels.map(({ x, y }, i) => (
          <circle key={i} className="draw-vertex" cx={x} cy={y} r="4" />
        ))}
      </svg>
      {measure && last && (
        <span className="draw-measure" style={{ left: last.x, top: last.y }}>
          {measure}
        </span>
      )}
      <span className="draw-hint">{t(`hint.${type}`)}</span>
    </div>
  )
}

/** Radius, area or length of what is drawn so far. */
function measureOf(shape: Shape, units: ReturnType<typeof useUnits>): string {
  if (shape.type === 'point' || shape.points.length === 0) return ''
  if (shape.type === 'circle') return shape.radius > 0 ? units.length(shape.radius) : ''
  if (shape.type === 'polyline') return shape.points.length > 1 ? units.length(lengthM(shape.points)) : ''
  return outlineOf(shape).length > 2 ? units.area(areaM2(shape)) : ''
}
