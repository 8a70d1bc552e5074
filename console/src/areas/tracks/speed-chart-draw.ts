import { MINUTE_MS } from '@backlot/contract/time'
import { cssColour, type MapTheme, type Rgb } from '../../features/map/marker-look.ts'
import { CHART_PAD, type ChartSize, clockText, scaleTop, timeTicks, xOf } from './chart-scale.ts'
import { speedColour } from './speed-classes.ts'
import { type Column, speedColumns } from './speed-columns.ts'
import type { Span, Track } from './track.ts'
import type { Stop } from './track-stops.ts'

/** Contents of the chart for one device. */
export type ChartTrack = {
  track: Track
  colour: Rgb
  stops: readonly Stop[]
  /** Moments of alarms. */
  alarmsMs: readonly number[]
  /** Its gaps, stops and alarms are drawn, and its speeds are coloured. */
  isFocus: boolean
}

type ChartInks = {
  text: string
  line: string
  soft: string
  lost: string
  stop: string
  alarm: string
}

const STOP_BAND_PX = 5

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
