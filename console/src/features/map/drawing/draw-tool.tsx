import type { DrawingType } from '@backlot/contract/map-drawings/entities'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useText } from '../../../language/language.ts'
import type { MapHandle } from '../map-handle.ts'
import type { LngLat } from '../mercator.ts'
import { lengthM } from '../ranging.ts'
import { useMapMotion } from '../use-map-motion.ts'
import { type ToolPoint, useMapTool } from '../use-map-tool.ts'
import '../map-label.css'
import './draw-tool.css'
import { useUnits } from '../units.ts'
import { drafted, newDraft } from './draft.ts'
import { areaM2, outlineOf, type Shape, withPoint } from './shape.ts'
import { pixelOf, ShapePath } from './shape-svg.tsx'
import type { Snap } from './snap-to-map.ts'

/** A press that moves this far is a drag: it sets the second point of a circle or a rectangle where it ends. */
const DRAG_PX = 5

type DrawToolProps = {
  handle: MapHandle
  type: DrawingType
  colour: string
  width?: number
  opacity?: number
  /** Where a point that is set at a pixel goes instead, when something is near enough. */
  snap?: Snap | undefined
  onDone(shape: Shape): void
  onLeave(): void
}

/**
 * Draws one new shape: clicks set its points; circles and rectangles can be pulled open as well. Double click, right
 * click or Enter ends a line or polygon, Backspace or Ctrl+Z takes a point back, Escape leaves.
 */
export function DrawTool(props: DrawToolProps) {
  const { handle, type, colour, width = 4, opacity = 0.5, snap, onDone, onLeave } = props
  const t = useText('mapTools')
  const units = useUnits()
  const [draft, step] = useReducer(drafted, type, newDraft)
  const [cursor, setCursor] = useState<LngLat>()
  const latest = useRef(onDone)
  latest.current = onDone
  useMapMotion(handle.map)

  useEffect(() => {
    if (draft.ended) latest.current(draft.shape)
  }, [draft])

  const pulls = type === 'circle' || type === 'rectangle'
  const press = useRef<{ at: ToolPoint['pixel'] | undefined; pulled: boolean }>({
    at: undefined,
    pulled: false,
  })
  const taken = ({ position, pixel }: ToolPoint) => snap?.(pixel) ?? position
  const add = (at: ToolPoint) => step({ kind: 'add', point: taken(at) })
  useMapTool(
    handle,
    {
      onLeave,
      press(at) {
        press.current.pulled = false
        if (at.button !== 0) return
        press.current.at = at.pixel
        if (pulls && draft.shape.points.length === 0) add(at)
      },
      release(at) {
        const { at: from } = press.current
        const pulled = from !== undefined && Math.hypot(at.pixel.x - from.x, at.pixel.y - from.y) > DRAG_PX
        press.current = { at: undefined, pulled }
        if (pulls && pulled) add(at)
      },
      click(at) {
        const last = draft.shape.points.at(-1)
        const before = last && pixelOf(handle, last)
        const placed = pixelOf(handle, taken(at))
        // The second half of a double click, and the click that began a pulled shape, add nothing.
        if (before && Math.hypot(before.x - placed.x, before.y - placed.y) < DRAG_PX) return
        if (!press.current.pulled) add(at)
      },
      end: () => step({ kind: 'end' }),
      move: (at) => setCursor(taken(at)),
      key(event) {
        const back = event.key === 'Backspace' || (event.key === 'z' && (event.ctrlKey || event.metaKey))
        if (event.key !== 'Enter' && !back) return false
        step({ kind: back ? 'undo' : 'end' })
        return true
      },
    },
    pulls,
  )

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
        <span className="map-label draw-measure" style={{ left: last.x, top: last.y }}>
          {measure}
        </span>
      )}
      <span className="map-label map-hint draw-hint">{t(`hint.${type}`)}</span>
    </div>
  )
}

/** Radius, area or length of the drawing so far. */
function measureOf(shape: Shape, units: ReturnType<typeof useUnits>): string {
  if (shape.type === 'point' || shape.points.length === 0) return ''
  if (shape.type === 'circle') return shape.radius > 0 ? units.length(shape.radius) : ''
  if (shape.type === 'polyline') return shape.points.length > 1 ? units.length(lengthM(shape.points)) : ''
  return outlineOf(shape).length > 2 ? units.area(areaM2(shape)) : ''
}
