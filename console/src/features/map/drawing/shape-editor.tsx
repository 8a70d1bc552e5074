import { type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef } from 'react'
import { onFreeEscape } from '../../../components/close-dialog.ts'
import { useText } from '../../../language/language.ts'
import type { MapHandle } from '../map-handle.ts'
import { useMapMotion } from '../use-map-motion.ts'
import { drafted, draftOf } from './draft.ts'
import '../map-label.css'
import './draw-tool.css'
import { type Shape, sidesOf, verticesOf } from './shape.ts'
import { canvasPixel, pixelOf, positionOn, ShapePath } from './shape-svg.tsx'
import type { Snap } from './snap-to-map.ts'

type ShapeEditorProps = {
  handle: MapHandle
  shape: Shape
  colour: string
  width: number
  opacity: number
  snap?: Snap | undefined
  /** After each step; `undoable`: whether one can be undone. */
  onChange(shape: Shape): void
  onLeave(): void
}

/**
 * Changes a shape in place: corners are dragged, a corner comes out of the middle of a side, right click or Delete
 * takes one away, Ctrl+Z takes the last step back, Escape leaves.
 */
export function ShapeEditor(props: ShapeEditorProps) {
  const { handle, shape, colour, width, opacity, snap, onChange, onLeave } = props
  const t = useText('mapTools')
  const [draft, step] = useReducer(drafted, shape, draftOf)
  const dragged = useRef<{ vertex: number; begins: boolean } | undefined>(undefined)
  const latest = useRef({ onChange, onLeave, given: shape })
  latest.current.onChange = onChange
  latest.current.onLeave = onLeave
  useMapMotion(handle.map)

  useEffect(() => {
    if (draft.shape !== latest.current.given) latest.current.onChange(draft.shape)
  }, [draft.shape])

  // In a field of the drawing's form Escape is the field's.
  useEffect(
    () =>
      onFreeEscape(() => {
        if (!isTyping(document.activeElement)) latest.current.onLeave()
      }),
    [],
  )

  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent) => {
      if (isTyping(event.target)) return
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      step({ kind: 'undo' })
    }
    window.addEventListener('keydown', key)
    return () => window.removeEventListener('keydown', key)
  }, [])

  const take = (event: PointerEvent<SVGElement>, vertex: number) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { vertex, begins: true }
  }
  const drag = (event: PointerEvent<SVGElement>) => {
    const held = dragged.current
    if (!held) return
    const to = snap?.(canvasPixel(handle, event)) ?? positionOn(handle, event)
    step({ kind: 'move', vertex: held.vertex, to, begins: held.begins })
    held.begins = false
  }
  const drop = () => {
    dragged.current = undefined
  }
  const remove = (vertex: number) => step({ kind: 'remove', vertex })
  const pressed = (event: KeyboardEvent, vertex: number) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    remove(vertex)
  }

  const now = draft.shape
  const nameOf = (type: Shape['type'], vertex: number) => {
    if (type === 'point') return t('type.point')
    if (type === 'circle') return vertex === 0 ? t('centre') : t('rim')
    return t('vertex', { n: vertex + 1 })
  }
  return (
    <section className="draw-tool" aria-label={t('editShape')}>
      <svg>
        <title>{t('editShape')}</title>
        <ShapePath handle={handle} shape={now} colour={colour} width={width} opacity={opacity} />
        {sidesOf(now).map(({ after, middle }) => {
          const { x, y } = pixelOf(handle, middle)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a grip in a drawing
            <circle
              key={`side-${after}`}
              className="draw-middle"
              role="button"
              tabIndex={0}
              aria-label={t('insertVertex', { n: after + 1 })}
              cx={x}
              cy={y}
              r="5"
              onPointerDown={(event) => {
                take(event, after + 1)
                if (!dragged.current) return
                // The new corner is dragged on at once: one step.
                dragged.current.begins = false
                step({ kind: 'insert', after, point: middle })
              }}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={drop}
              onKeyDown={(event) => {
                if (event.key === 'Enter') step({ kind: 'insert', after, point: middle })
              }}
            />
          )
        })}
        {verticesOf(now).map((position, vertex) => {
          const { x, y } = pixelOf(handle, position)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a grip in a drawing
            <circle
              key={vertex}
              className="draw-grip"
              role="button"
              tabIndex={0}
              aria-label={nameOf(now.type, vertex)}
              cx={x}
              cy={y}
              r="7"
              onPointerDown={(event) => take(event, vertex)}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={drop}
              onContextMenu={(event) => {
                event.preventDefault()
                event.stopPropagation()
                remove(vertex)
              }}
              onKeyDown={(event) => pressed(event, vertex)}
            />
          )
        })}
      </svg>
      <span className="map-label map-hint draw-hint" role="status">
        {t(`hint.edit.${now.type}`)}
        <button type="button" disabled={draft.past.length === 0} onClick={() => step({ kind: 'undo' })}>
          {t('undo')}
        </button>
      </span>
    </section>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
