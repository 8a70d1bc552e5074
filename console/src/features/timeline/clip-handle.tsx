import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { type ClipEnd, clipEndRange, moveClipEnd } from './clip-range.ts'
import type { Span } from './span.ts'
import { GRIP_PX, gripPlaces, toMoment, toX } from './timeline-view.ts'

const SECOND_MS = 1000

type ClipHandleProps = {
  end: ClipEnd
  clip: Span
  span: Span
  view: Span
  /** Width of the timeline, pixels. */
  width: number
  onClip: (clip: Span) => void
  /** Called with the dragged moment; undefined when the handle is released. */
  onDrag: (atMs: number | undefined) => void
  /** Requests a view with the handle in it: keys moved it elsewhere, and an end out of view has no handle. */
  onShow: (atMs: number) => void
}

/**
 * The grip of an end of a clip: moved by mouse, touch, or keys. It lies outside the clip, so that both ends can be taken
 * hold of however short the clip is drawn.
 */
export function ClipHandle({ end, clip, span, view, width, onClip, onDrag, onShow }: ClipHandleProps) {
  const t = useText('recordings')
  const held = useRef<{ pointer: number; offsetPx: number; before: Span }>(undefined)
  const x = toX(view, width, clip[end])
  if (!held.current && (x < 0 || x > width)) return null
  const left = gripPlaces(toX(view, width, clip.fromMs), toX(view, width, clip.toMs), width)[end]
  const range = clipEndRange(clip, end, span, platformNow())
  const move = (atMs: number): Span => {
    const next = moveClipEnd(clip, end, atMs, span, platformNow())
    if (next[end] !== clip[end]) onClip(next)
    return next
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || held.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { pointer: event.pointerId, offsetPx: event.clientX - x, before: clip }
    onDrag(clip[end])
  }
  const onPointerMove = (event: PointerEvent) => {
    if (held.current?.pointer !== event.pointerId) return
    onDrag(move(toMoment(view, width, event.clientX - held.current.offsetPx))[end])
  }
  const letGo = (event: PointerEvent, isCancelled: boolean) => {
    const from = held.current
    if (from?.pointer !== event.pointerId) return
    held.current = undefined
    if (isCancelled) onClip(from.before)
    onDrag(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: clip[end] - (event.shiftKey ? 10 : 1) * SECOND_MS,
      ArrowRight: clip[end] + (event.shiftKey ? 10 : 1) * SECOND_MS,
      PageUp: clip[end] - 60 * SECOND_MS,
      PageDown: clip[end] + 60 * SECOND_MS,
      Home: range.fromMs,
      End: range.toMs,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onShow(move(to)[end])
  }
  return (
    <div
      className="clip-handle"
      data-end={end}
      style={{ left, width: GRIP_PX }}
      role="slider"
      tabIndex={0}
      aria-label={t(end === 'fromMs' ? 'clip.from' : 'clip.to')}
      aria-valuemin={range.fromMs}
      aria-valuemax={range.toMs}
      aria-valuenow={clip[end]}
      aria-valuetext={formatTime(clip[end])}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={(event) => letGo(event, false)}
      onPointerCancel={(event) => letGo(event, true)}
      onLostPointerCapture={(event) => letGo(event, true)}
      onKeyDown={onKeyDown}
    />
  )
}
