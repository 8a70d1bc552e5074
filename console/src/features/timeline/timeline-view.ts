import { HOUR_MS, MINUTE_MS, toCivil } from '@backlot/contract/time'
import type { Span } from './span.ts'

/** The narrowest that a timeline is zoomed to. */
export const NARROWEST_MS = MINUTE_MS
/** Least distance of labels. */
const LABEL_PX = 74

const STEPS_MS = [
  1000,
  5000,
  10_000,
  15_000,
  30_000,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
]

/** Keeps a view inside the span that was queried. */
function inside({ fromMs, toMs }: Span, span: Span): Span {
  const length = Math.min(toMs - fromMs, span.toMs - span.fromMs)
  const from = Math.max(span.fromMs, Math.min(fromMs, span.toMs - length))
  return { fromMs: from, toMs: from + length }
}

/** Zooms around a moment, which keeps its place. Above 1 shows more time. */
export function zoomAround(view: Span, span: Span, atMs: number, factor: number): Span {
  const length = view.toMs - view.fromMs
  const wanted = Math.min(span.toMs - span.fromMs, Math.max(NARROWEST_MS, length * factor))
  const share = (atMs - view.fromMs) / length
  const fromMs = atMs - wanted * share
  return inside({ fromMs, toMs: fromMs + wanted }, span)
}

export function moveBy(view: Span, span: Span, byMs: number): Span {
  return inside({ fromMs: view.fromMs + byMs, toMs: view.toMs + byMs }, span)
}

/** The view after the span has moved on: along with its end if it was there, else where it is. */
export function slid(view: Span, before: Span, span: Span): Span {
  return view.toMs === before.toMs ? moveBy(view, span, span.toMs - before.toMs) : inside(view, span)
}

/** Turns the page when a moment has left the view. */
export function withMoment(view: Span, span: Span, atMs: number): Span {
  if (atMs >= view.fromMs && atMs <= view.toMs) return view
  const length = view.toMs - view.fromMs
  const fromMs = atMs - length * 0.1
  return inside({ fromMs, toMs: fromMs + length }, span)
}

export const toX = (view: Span, widthPx: number, atMs: number): number =>
  ((atMs - view.fromMs) / (view.toMs - view.fromMs)) * widthPx

export const toMoment = (view: Span, widthPx: number, x: number): number =>
  view.fromMs + (x / widthPx) * (view.toMs - view.fromMs)

/** Width of the grip at each end of a clip, pixels (WCAG 2.5.8 asks for 24). */
export const GRIP_PX = 28

/**
 * Left edges of the grips of a clip that is drawn from `fromX` to `toX`: outside the clip where there is room, always
 * whole, and never one over the other, however short the clip is.
 */
export function gripPlaces(fromX: number, toX: number, widthPx: number): { fromMs: number; toMs: number } {
  const from = Math.max(0, Math.min(fromX, widthPx - GRIP_PX) - GRIP_PX)
  const to = Math.min(widthPx - GRIP_PX, Math.max(toX, from + GRIP_PX))
  return { fromMs: Math.min(from, to - GRIP_PX), toMs: to }
}

type Tick = { atMs: number; label: string | undefined }

/** Marks of the ruler: labelled ones, and smaller ones between them. */
export function ticksOf(view: Span, widthPx: number, zoneMinutes: number): Tick[] {
  const length = view.toMs - view.fromMs
  const least = (LABEL_PX / Math.max(1, widthPx)) * length
  const step = STEPS_MS.find((one) => one >= least) ?? 6 * HOUR_MS
  const minor = minorOf(step)
  const zoneMs = zoneMinutes * MINUTE_MS
  const ticks: Tick[] = []
  for (
    let local = Math.ceil((view.fromMs + zoneMs) / minor) * minor;
    local - zoneMs <= view.toMs;
    local += minor
  ) {
    const atMs = local - zoneMs
    ticks.push({
      atMs,
      label: local % step === 0 ? clockText(atMs, zoneMinutes, step < MINUTE_MS) : undefined,
    })
  }
  return ticks
}

function minorOf(step: number): number {
  if (step >= HOUR_MS) return step === HOUR_MS ? HOUR_MS / 4 : HOUR_MS / 2
  return step % 5 === 0 && step % (2 * MINUTE_MS) !== 0 ? step / 5 : step / 4
}

/** `HH:mm` or `HH:mm:ss`. */
export function clockText(atMs: number, zoneMinutes: number, seconds = true): string {
  const { hour, minute, second } = toCivil(atMs, zoneMinutes)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(hour)}:${two(minute)}${seconds ? `:${two(second)}` : ''}`
}

/** A length of time: `0:45`, `12:05`, `1:02:03`. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
