import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { ClipHandle } from './clip-handle.tsx'
import type { Span } from './span.ts'
import { drawTimeline, ROW_PX, RULER_PX, type TimelineRow, timelineHeight } from './timeline-draw.ts'
import './timeline.css'
import { TimelinePreview } from './timeline-preview.tsx'
import { clockText, moveBy, slid, toMoment, toX, withMoment, zoomAround } from './timeline-view.ts'

const REDRAW_MS = 200
/** Within this many pixels a press grips the cursor, or hits an alarm. */
const NEAR_PX = 7
/** Free between the pointer and its time. */
const LABEL_ASIDE_PX = 12
/** Room that the time needs beside the pointer. */
const LABEL_PX = 76
/** A press that moves less is a click. */
const SLIP_PX = 4
const SECOND_MS = 1000 as const
/** Previews this near to each other are the same. */
const PREVIEW_STEP_PX = 2
const ARROW_MS = 5 * SECOND_MS
/** A cursor this near to an alarm is at it: a playback has moved on a little. */
const ALARM_REACHED_MS = 3 * SECOND_MS
const PAGE_MS = 600 * SECOND_MS

type TimelineProps = {
  /** What can be shown. Another span is shown whole, unless it slides. */
  span: Span
  /** The span moves on with the time: the view moves along, and begins with this one. */
  slidesFrom?: Span
  rows: readonly TimelineRow[]
  selected: number
  /** Recorded moment of the cursor, read at each redraw. */
  cursor: () => number | undefined
  /** The cursor moves by itself. */
  isRunning: boolean
  clip?: Span | undefined
  onSeek: (atMs: number) => void
  onClip?: (clip: Span) => void
}

/** Drag by a pointer; other pointers are ignored meanwhile. */
type Hold = { pointer: number; what: 'cursor' | 'view'; startX: number; view: Span; moved: boolean }

/**
 * A span of time with recordings and alarms of each channel: zoomed by the wheel, moved by dragging, the cursor set by a
 * click, by dragging it, or by keys.
 */
export function Timeline(props: TimelineProps) {
  const { span, slidesFrom, rows, selected, cursor, isRunning, clip, onSeek, onClip } = props
  const t = useText('recordings')
  const [theme] = useThemeMode()
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [dragged, setDragged] = useState<number>()
  /** Where an end of the clip is being dragged to. */
  const [clipEndMs, setClipEndMs] = useState<number>()
  const [hover, setHover] = useState<{ x: number; y: number }>()
  const hold = useRef<Hold>(undefined)
  const [, redraw] = useState(0)
  const height = timelineHeight(rows.length)
  const zone = platformZoneMinutes()

  const [held, setHeld] = useState({ span, view: slidesFrom ?? span })
  const isSliding = slidesFrom !== undefined
  const viewOf = (before: typeof held) => {
    const isSame = before.span.fromMs === span.fromMs && before.span.toMs === span.toMs
    return isSame ? before.view : isSliding ? slid(before.view, before.span, span) : span
  }
  const view = viewOf(held)
  const setView = (next: Span) => setHeld({ span, view: next })

  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), isRunning ? REDRAW_MS : 5 * REDRAW_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  const cursorMs = dragged ?? cursor()
  // A cursor that plays out of the view takes it along; one that was scrolled away stays away.
  const cursorBefore = useRef(cursorMs)
  useEffect(() => {
    const before = cursorBefore.current
    cursorBefore.current = cursorMs
    if (cursorMs === undefined || before === undefined || dragged !== undefined) return
    const wasShown = before >= view.fromMs && before <= view.toMs
    const jumped = Math.abs(cursorMs - before) > 10 * SECOND_MS
    if (wasShown || jumped) {
      const next = withMoment(view, span, cursorMs)
      if (next !== view) setHeld({ span, view: next })
    }
  }, [cursorMs, dragged, view, span])

  // Colours are the page's, read again when the theme changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours come from the page
  const colour = useMemo(() => {
    const style = getComputedStyle(document.documentElement)
    const known = new Map<string, string>()
    return (name: string) => {
      const found = known.get(name) ?? style.getPropertyValue(name).trim()
      known.set(name, found)
      return found
    }
  }, [theme])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !canvas.current || width === 0) return
    const ratio = devicePixelRatio
    canvas.current.width = Math.round(width * ratio)
    canvas.current.height = Math.round(height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawTimeline(
      context,
      { width, height },
      {
        view,
        rows,
        selected: rows.length > 1 ? selected : -1,
        zoneMinutes: zone,
        nowMs: platformNow(),
        cursorMs,
        clip,
        hoverX: hold.current ? undefined : hover?.x,
      },
      colour,
    )
  })

  const momentAt = (x: number) =>
    Math.round(Math.min(span.toMs, Math.max(span.fromMs, toMoment(view, width, x))))
  const alarmAt = (at: { x: number; y: number } | undefined) => {
    const row = at && rows[rowAt(at.y)]
    return row?.alarms
      .map((alarm) => ({ alarm, off: Math.abs(toX(view, width, alarm.atMs) - at!.x) }))
      .filter(({ off }) => off < NEAR_PX)
      .sort((a, b) => a.off - b.off)[0]?.alarm
  }
  const place = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const near = (atMs: number | undefined, x: number) =>
    atMs !== undefined && Math.abs(toX(view, width, atMs) - x) < NEAR_PX
  const holdAt = (x: number): Hold['what'] => (near(cursorMs, x) ? 'cursor' : 'view')

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || hold.current) return
    const { x } = place(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    hold.current = { pointer: event.pointerId, what: holdAt(x), startX: x, view, moved: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const at = place(event)
    const held = hold.current
    if (held && held.pointer !== event.pointerId) return
    setHover(at)
    if (!held) return
    if (Math.abs(at.x - held.startX) > SLIP_PX) held.moved = true
    if (!held.moved) return
    const atMs = momentAt(at.x)
    if (held.what === 'cursor') setDragged(atMs)
    else {
      const length = held.view.toMs - held.view.fromMs
      setView(moveBy(held.view, span, ((held.startX - at.x) / width) * length))
    }
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const held = hold.current
    if (held?.pointer !== event.pointerId) return
    hold.current = undefined
    const at = place(event)
    if (held.what === 'cursor' && held.moved) onSeek(momentAt(at.x))
    else if (!held.moved) onSeek(alarmAt(at)?.atMs ?? momentAt(at.x))
    setDragged(undefined)
  }
  /** The browser took the pointer away, as for a gesture of its own: all is as it was before. */
  const onPointerCancel = (event: PointerEvent<HTMLDivElement>) => {
    const held = hold.current
    if (held?.pointer !== event.pointerId) return
    hold.current = undefined
    if (held.what === 'view') setView(held.view)
    setDragged(undefined)
    setHover(undefined)
  }

  const wheel = useRef<(event: WheelEvent) => void>(undefined)
  wheel.current = (event) => {
    event.preventDefault()
    const x = event.clientX - (box.current?.getBoundingClientRect().left ?? 0)
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
    const isMove = Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)
    const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300)))
    // Several may come before the next drawing.
    setHeld((held) => {
      const before = viewOf(held)
      const next = isMove
        ? moveBy(before, span, (sideways / width) * (before.toMs - before.fromMs))
        : zoomAround(before, span, toMoment(before, width, x), factor)
      return { span, view: next }
    })
  }
  useEffect(() => {
    const element = box.current
    const onWheel = (event: WheelEvent) => wheel.current?.(event)
    // React hears wheels passively: the page would scroll.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [])

  const zoom = (factor: number) => {
    const middle = (view.fromMs + view.toMs) / 2
    const around =
      cursorMs !== undefined && cursorMs >= view.fromMs && cursorMs <= view.toMs ? cursorMs : middle
    setView(zoomAround(view, span, around, factor))
  }
  /** The next alarm of the selected row before or after a moment; none: undefined. */
  const alarmBy = (by: 1 | -1, atMs: number): number | undefined => {
    const moments = (rows[selected] ?? rows[0])?.alarms.map((alarm) => alarm.atMs) ?? []
    const beyond = moments.filter((one) => (one - atMs) * by > ALARM_REACHED_MS && one >= span.fromMs)
    return beyond.length === 0 ? undefined : by > 0 ? Math.min(...beyond) : Math.max(...beyond)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = cursorMs ?? span.fromMs
    const moves: Record<string, number> = {
      ArrowLeft: from - (event.shiftKey ? 60 * SECOND_MS : ARROW_MS),
      ArrowRight: from + (event.shiftKey ? 60 * SECOND_MS : ARROW_MS),
      PageUp: from - PAGE_MS,
      PageDown: from + PAGE_MS,
      Home: span.fromMs,
      End: span.toMs,
    }
    const to = moves[event.key]
    const alarmMs = event.key === '[' ? alarmBy(-1, from) : event.key === ']' ? alarmBy(1, from) : undefined
    if (alarmMs !== undefined) onSeek(alarmMs)
    else if (to !== undefined) onSeek(Math.round(Math.min(span.toMs, Math.max(span.fromMs, to))))
    else if (event.key === '+' || event.key === '=') zoom(0.5)
    else if (event.key === '-') zoom(2)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const hovered = hover && !hold.current ? alarmAt(hover) : undefined
  const isMoving = hold.current?.moved === true && hold.current.what === 'view'
  const previewMs = isMoving ? undefined : (dragged ?? hovered?.atMs ?? (hover && momentAt(hover.x)))
  const previewRow = hover && rows[Math.min(rows.length - 1, Math.max(0, rowAt(hover.y)))]
  const preview =
    previewRow && previewMs !== undefined && isRecorded(previewRow, previewMs)
      ? { ...previewRow.channel, atMs: Math.round(previewMs) }
      : undefined
  const heldMs = clipEndMs ?? dragged
  const labelMs = heldMs ?? (hover && momentAt(hover.x))
  const labelX = heldMs === undefined ? hover?.x : toX(view, width, heldMs)
  return (
    <div className="timeline">
      <div className="timeline-names">
        <div className="timeline-tools">
          <button
            type="button"
            title={t('timeline.zoomOut')}
            aria-label={t('timeline.zoomOut')}
            onClick={() => zoom(2)}
          >
            <ZoomOutOutlined />
          </button>
          <button
            type="button"
            title={t('timeline.zoomIn')}
            aria-label={t('timeline.zoomIn')}
            onClick={() => zoom(0.5)}
          >
            <ZoomInOutlined />
          </button>
          <button
            type="button"
            title={t('timeline.whole')}
            aria-label={t('timeline.whole')}
            onClick={() => setView(span)}
          >
            <CompressOutlined />
          </button>
        </div>
        {rows.map(({ key, name }, at) => (
          <span key={key} data-selected={(rows.length > 1 && at === selected) || undefined} title={name}>
            {name}
          </span>
        ))}
      </div>
      <div className="timeline-field">
        <div
          ref={box}
          className="timeline-box"
          role="slider"
          tabIndex={0}
          aria-label={t('timeline.label')}
          aria-valuemin={span.fromMs}
          aria-valuemax={span.toMs}
          aria-valuenow={Math.round(cursorMs ?? span.fromMs)}
          aria-valuetext={formatTime(cursorMs ?? span.fromMs)}
          title=""
          data-alarms={rows.reduce((sum, { alarms }) => sum + alarms.length, 0)}
          data-view={`${view.fromMs}-${view.toMs}`}
          data-handle={hover && !hold.current ? holdAt(hover.x) : undefined}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerCancel}
          onLostPointerCapture={onPointerCancel}
          onPointerLeave={() => setHover(undefined)}
          onKeyDown={onKeyDown}
        >
          <canvas ref={canvas} style={{ height }} aria-hidden />
        </div>
        {clip &&
          onClip &&
          width > 0 &&
          (['fromMs', 'toMs'] as const).map((end) => (
            <ClipHandle
              key={end}
              end={end}
              clip={clip}
              span={span}
              view={view}
              width={width}
              onClip={onClip}
              onDrag={setClipEndMs}
              onShow={(atMs) => setView(withMoment(view, span, atMs))}
            />
          ))}
        {labelMs !== undefined && labelX !== undefined && (
          <output
            className="timeline-label"
            data-before={labelX + LABEL_ASIDE_PX + LABEL_PX > width || undefined}
            style={{
              left: labelX + LABEL_ASIDE_PX * (labelX + LABEL_ASIDE_PX + LABEL_PX > width ? -1 : 1),
            }}
          >
            {hovered && heldMs === undefined
              ? t('timeline.atAlarm', { time: clockText(hovered.atMs, zone), name: hovered.name })
              : clockText(labelMs, zone)}
          </output>
        )}
      </div>
      <TimelinePreview
        at={preview}
        span={span}
        x={preview ? toX(view, width, preview.atMs) : 0}
        stepMs={((view.toMs - view.fromMs) / Math.max(1, width)) * PREVIEW_STEP_PX}
      />
    </div>
  )
}

const rowAt = (y: number): number => Math.floor((y - RULER_PX) / ROW_PX)

const isRecorded = ({ files }: TimelineRow, atMs: number): boolean =>
  files.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < Math.min(toMs, platformNow() - SECOND_MS))
