import { DAY_MS, HOUR_MS, MINUTE_MS, toCivil } from '@backlot/contract/time'
import { cssColour, type MapTheme, type Rgb } from '../../parts/map/marker-look.ts'
import { speedColour } from './speed-classes.ts'
import { indexAt, type Span, type Track } from './track.ts'
import type { Stop } from './track-stops.ts'

/** What the chart shows of one device. */
export type ChartTrack = {
  track: Track
  colour: Rgb
  stops: readonly Stop[]
  /** Moments of alarms. */
  alarmsMs: readonly number[]
  /** Its gaps, stops and alarms are drawn, and its speeds are coloured. */
  isFocus: boolean
}

export type ChartSize = { width: number; height: number }
export type ChartInks = {
  text: string
  line: string
  soft: string
  lost: string
  stop: string
  alarm: string
}

/** Room for the scale at the left, for alarms above, for stops and times below. */
export const CHART_PAD = { left: 44, right: 12, top: 14, bottom: 26 } as const
const STOP_BAND_PX = 5

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

/** Least and greatest speed of a pixel column. */
export type Column = { min: number; max: number }

/**
 * Speeds by pixel column: what 86,400 positions look like in a thousand pixels. Columns between two positions hold
 * what lies between their speeds; those of a gap hold nothing.
 */
export function speedColumns(track: Track, view: Span, columns: number): (Column | undefined)[] {
  const { timeMs, speedKmh, afterGap } = track
  const list: (Column | undefined)[] = new Array(columns).fill(undefined)
  const scale = columns / Math.max(1, view.toMs - view.fromMs)
  const put = (at: number, speed: number) => {
    if (at < 0 || at >= columns) return
    const column = list[at]
    if (!column) list[at] = { min: speed, max: speed }
    else if (speed < column.min) column.min = speed
    else if (speed > column.max) column.max = speed
  }
  const first = Math.max(0, indexAt(timeMs, view.fromMs))
  let before = Number.NaN
  for (let i = first; i < timeMs.length; i++) {
    const at = Math.floor((timeMs[i]! - view.fromMs) * scale)
    if (i > first && afterGap[i] === 0) {
      for (let k = Math.max(0, before + 1); k < Math.min(at, columns); k++) {
        const share = (k - before) / (at - before)
        put(k, speedKmh[i - 1]! + (speedKmh[i]! - speedKmh[i - 1]!) * share)
      }
    }
    put(timeMs[i] === view.toMs ? columns - 1 : at, speedKmh[i]!)
    if (at >= columns) break
    before = at
  }
  return list
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

/** Draws the whole chart but its cursors. */
export function drawChart(
  context: CanvasRenderingContext2D,
  size: ChartSize,
  tracks: readonly ChartTrack[],
  view: Span,
  look: { theme: MapTheme; inks: ChartInks; font: string; zoneMinutes: number },
): void {
  const { inks, theme, zoneMinutes } = look
  const { left, right, top, bottom } = CHART_PAD
  const base = size.height - bottom
  const inner = { width: size.width - left - right, height: base - top }
  const fastest = Math.max(
    0,
    ...tracks.map(({ track }) => track.speedKmh.reduce((a, b) => (b > a ? b : a), 0)),
  )
  const peak = scaleTop(fastest)
  const yOf = (kmh: number) => base - (kmh / peak) * inner.height
  context.clearRect(0, 0, size.width, size.height)
  context.font = look.font
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (const kmh of [0, peak / 2, peak]) {
    context.fillStyle = inks.soft
    context.fillRect(left, Math.round(yOf(kmh)), inner.width, 1)
    context.fillStyle = inks.text
    context.fillText(String(Math.round(kmh)), left - 6, yOf(kmh))
  }
  const ticks = timeTicks(view, inner.width, zoneMinutes)
  const fine = ticks.length > 1 && ticks[1]! - ticks[0]! < MINUTE_MS
  context.textAlign = 'center'
  for (const at of ticks) {
    const x = xOf(at, view, size)
    context.fillStyle = inks.soft
    context.fillRect(Math.round(x), top, 1, inner.height)
    context.fillStyle = inks.text
    const half = fine ? 26 : 16
    context.fillText(
      clockText(at, zoneMinutes, fine),
      Math.min(size.width - half, Math.max(left + half - 16, x)),
      size.height - 8,
    )
  }
  context.save()
  context.beginPath()
  context.rect(left, 0, inner.width, size.height - bottom + STOP_BAND_PX + 3)
  context.clip()
  const focus = tracks.find(({ isFocus }) => isFocus)
  if (focus) drawGaps(context, focus, view, size, inks)
  for (const one of [...tracks].sort((a, b) => Number(a.isFocus) - Number(b.isFocus))) {
    const columns = speedColumns(one.track, view, Math.max(1, Math.round(inner.width)))
    if (one.isFocus) drawFilled(context, columns, theme, base, yOf)
    else drawThin(context, columns, cssColour(one.colour), yOf)
  }
  if (focus) drawEvents(context, focus, view, size, inks)
  context.restore()
}

function drawFilled(
  context: CanvasRenderingContext2D,
  columns: readonly (Column | undefined)[],
  theme: MapTheme,
  base: number,
  yOf: (kmh: number) => number,
): void {
  for (const [i, column] of columns.entries()) {
    if (!column) continue
    const x = CHART_PAD.left + i
    const colour = speedColour(column.max, theme)
    context.fillStyle = `rgb(${colour.join(' ')} / 28%)`
    context.fillRect(x, yOf(column.max), 1, base - yOf(column.max))
    context.fillStyle = cssColour(colour)
    const from = yOf(column.max)
    context.fillRect(x, from - 1, 1, Math.max(2, yOf(column.min) - from + 1))
  }
}

function drawThin(
  context: CanvasRenderingContext2D,
  columns: readonly (Column | undefined)[],
  colour: string,
  yOf: (kmh: number) => number,
): void {
  context.strokeStyle = colour
  context.lineWidth = 1.25
  context.beginPath()
  let isOpen = false
  for (const [i, column] of columns.entries()) {
    if (!column) {
      isOpen = false
      continue
    }
    const x = CHART_PAD.left + i + 0.5
    if (isOpen) context.lineTo(x, yOf(column.max))
    else context.moveTo(x, yOf(column.max))
    isOpen = true
  }
  context.stroke()
}

function drawGaps(
  context: CanvasRenderingContext2D,
  { track }: ChartTrack,
  view: Span,
  size: ChartSize,
  inks: ChartInks,
): void {
  const { top, bottom } = CHART_PAD
  for (const gap of track.gaps) {
    const from = Math.max(CHART_PAD.left, xOf(gap.fromMs, view, size))
    const to = Math.min(size.width - CHART_PAD.right, xOf(gap.toMs, view, size))
    if (to <= from) continue
    context.save()
    context.beginPath()
    context.rect(from, top, Math.max(1, to - from), size.height - top - bottom)
    context.clip()
    context.strokeStyle = gap.reason === 'offline' ? inks.line : inks.lost
    context.globalAlpha = gap.reason === 'offline' ? 0.8 : 0.55
    context.lineWidth = 1
    context.beginPath()
    const height = size.height - top - bottom
    for (let x = from - height; x < to; x += 7) {
      context.moveTo(x, size.height - bottom)
      context.lineTo(x + height, top)
    }
    context.stroke()
    context.restore()
  }
}

function drawEvents(
  context: CanvasRenderingContext2D,
  { stops, alarmsMs }: ChartTrack,
  view: Span,
  size: ChartSize,
  inks: ChartInks,
): void {
  context.fillStyle = inks.stop
  for (const stop of stops) {
    const from = xOf(stop.fromMs, view, size)
    const to = xOf(stop.toMs, view, size)
    context.fillRect(from, size.height - CHART_PAD.bottom + 2, Math.max(2, to - from), STOP_BAND_PX)
  }
  context.fillStyle = inks.alarm
  for (const at of alarmsMs) {
    const x = xOf(at, view, size)
    context.beginPath()
    context.moveTo(x, 2)
    context.lineTo(x + 5, 11)
    context.lineTo(x - 5, 11)
    context.fill()
  }
}
