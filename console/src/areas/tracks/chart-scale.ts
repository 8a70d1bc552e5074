import { DAY_MS, HOUR_MS, MINUTE_MS, toCivil } from '@backlot/contract/time'
import type { Span } from './track.ts'

export type ChartSize = { width: number; height: number }

/** Room for the scale at the left, for alarms above, for stops and times below. */
export const CHART_PAD = { left: 44, right: 12, top: 14, bottom: 26 } as const

/** The upper end of the scale: a round speed above the fastest. */
export function scaleTop(maxKmh: number): number {
  return Math.max(40, Math.ceil((maxKmh * 1.08) / 20) * 20)
}

export function xOf(atMs: number, { fromMs, toMs }: Span, { width }: ChartSize): number {
  const inner = width - CHART_PAD.left - CHART_PAD.right
  return CHART_PAD.left + ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * inner
}

export function momentAt(x: number, { fromMs, toMs }: Span, { width }: ChartSize): number {
  const inner = width - CHART_PAD.left - CHART_PAD.right
  const share = (x - CHART_PAD.left) / Math.max(1, inner)
  return fromMs + Math.max(0, Math.min(1, share)) * (toMs - fromMs)
}

const STEPS_MS = [
  10_000,
  30_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const
const TICK_PX = 84

/** Moments on the time axis: round ones of the platform's day. */
export function timeTicks(view: Span, width: number, zoneMinutes: number): number[] {
  const most = Math.max(2, Math.floor(width / TICK_PX))
  const step = STEPS_MS.find((ms) => (view.toMs - view.fromMs) / ms <= most) ?? DAY_MS
  const zone = zoneMinutes * MINUTE_MS
  const first = Math.ceil((view.fromMs + zone) / step) * step - zone
  const ticks: number[] = []
  for (let at = first; at <= view.toMs; at += step) ticks.push(at)
  return ticks
}

const two = (value: number) => String(value).padStart(2, '0')

/** Hour and minute, with seconds where the axis is that fine. */
export function clockText(atMs: number, zoneMinutes: number, seconds = false): string {
  const { hour, minute, second } = toCivil(atMs, zoneMinutes)
  return `${two(hour)}:${two(minute)}${seconds ? `:${two(second)}` : ''}`
}
