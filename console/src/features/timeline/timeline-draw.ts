import type { AlarmLevel } from '../alarms/alarm-level-mark.tsx'
import type { Span } from './span.ts'
import { ticksOf, toX } from './timeline-view.ts'

export type TimelineFile = Span & { kind: 'plan' | 'alarm' | 'device' }
type TimelineAlarm = { id: number; atMs: number; level: AlarmLevel; name: string }
export type TimelineRow = {
  key: string
  channel: { sn: string; chnId: number }
  name: string
  files: readonly TimelineFile[]
  alarms: readonly TimelineAlarm[]
}

export const RULER_PX = 22
export const ROW_PX = 26
const BAR_PX = 12
const BAR_TOP_PX = 9

type TimelinePicture = {
  view: Span
  rows: readonly TimelineRow[]
  selected: number
  zoneMinutes: number
  nowMs: number
  cursorMs: number | undefined
  clip: Span | undefined
  hoverX: number | undefined
}

/** Colours of the page, by their custom properties. */
type Colours = (name: string) => string

/** Height of a timeline with this many rows. */
export const timelineHeight = (rows: number): number => RULER_PX + Math.max(1, rows) * ROW_PX + 4

/** Draws a timeline: ruler, recordings, alarms, the clip, the cursor. CSS pixels. */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  picture: TimelinePicture,
  colour: Colours,
): void {
  const { width, height } = size
  const { view, rows } = picture
  const x = (atMs: number) => toX(view, width, atMs)
  context.clearRect(0, 0, width, height)
  context.fillStyle = colour('--sunken')
  context.fillRect(0, RULER_PX, width, height - RULER_PX)
  drawRuler(context, size, picture, colour)
  for (const [at, row] of rows.entries()) drawRow(context, width, at, row, picture, colour)
  drawFuture(context, size, x(picture.nowMs), colour)
  if (picture.clip) drawClip(context, size, x(picture.clip.fromMs), x(picture.clip.toMs), colour)
  if (picture.hoverX !== undefined) line(context, picture.hoverX, RULER_PX - 6, height, colour('--text-3'), 1)
  if (picture.cursorMs !== undefined) drawCursor(context, size, x(picture.cursorMs), colour)
}

function drawRuler(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  { view, zoneMinutes }: TimelinePicture,
  colour: Colours,
): void {
  context.font = `11px ${colour('--font')}`
  context.textBaseline = 'middle'
  for (const { atMs, label } of ticksOf(view, width, zoneMinutes)) {
    const at = Math.round(toX(view, width, atMs)) + 0.5
    line(context, at, label ? RULER_PX - 6 : RULER_PX - 3, RULER_PX, colour('--line'), 1)
    if (label === undefined) continue
    line(context, at, RULER_PX, height, colour('--line-soft'), 1)
    const half = context.measureText(label).width / 2
    context.fillStyle = colour('--text-3')
    context.fillText(label, Math.min(width - 2 * half - 2, Math.max(2, at - half)), 9)
  }
}

function drawRow(
  context: CanvasRenderingContext2D,
  width: number,
  at: number,
  row: TimelineRow,
  { view, selected }: TimelinePicture,
  colour: Colours,
): void {
  const top = RULER_PX + at * ROW_PX
  const x = (atMs: number) => toX(view, width, atMs)
  if (at === selected) {
    context.fillStyle = colour('--accent-soft')
    context.fillRect(0, top, width, ROW_PX)
  }
  const fills = { plan: colour('--info'), device: colour('--ok'), alarm: colour('--warn') }
  for (const kind of ['plan', 'device', 'alarm'] as const) {
    context.fillStyle = fills[kind]
    for (const file of row.files) {
      if (file.kind !== kind || file.toMs < view.fromMs || file.fromMs > view.toMs) continue
      const [from, to] = [x(file.fromMs), x(file.toMs)]
      context.globalAlpha = kind === 'alarm' ? 1 : 0.78
      const slim = kind === 'alarm' ? 4 : 0
      // Adjacent files are separated by a hairline where there is room for one.
      const hair = to - from > 8 ? 0.75 : 0
      context.fillRect(
        from,
        top + BAR_TOP_PX + BAR_PX - (slim || BAR_PX),
        Math.max(1, to - from - hair),
        slim || BAR_PX,
      )
    }
  }
  context.globalAlpha = 1
  for (const alarm of row.alarms) {
    if (alarm.atMs < view.fromMs || alarm.atMs > view.toMs) continue
    drawAlarm(context, x(alarm.atMs), top + 7, alarm.level, colour)
  }
  line(context, 0, top + ROW_PX, width, colour('--line-soft'), 1, true)
}

/** Gravity by shape as well as by colour, as everywhere: triangle, diamond, disc, ring. */
function drawAlarm(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  level: AlarmLevel,
  colour: Colours,
): void {
  const fill = colour(level === 1 ? '--danger' : level === 2 ? '--warn' : level === 3 ? '--info' : '--text-3')
  context.beginPath()
  if (level === 1) {
    context.moveTo(x, y - 4.5)
    context.lineTo(x + 4.8, y + 4)
    context.lineTo(x - 4.8, y + 4)
  } else if (level === 2) {
    context.moveTo(x, y - 4.8)
    context.lineTo(x + 4.8, y)
    context.lineTo(x, y + 4.8)
    context.lineTo(x - 4.8, y)
  } else context.arc(x, y, level === 3 ? 3.6 : 3, 0, 2 * Math.PI)
  context.closePath()
  context.lineWidth = 1.5
  context.strokeStyle = level === 4 ? fill : colour('--panel')
  context.stroke()
  if (level === 4) return
  context.fillStyle = fill
  context.fill()
}

function drawFuture(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  nowX: number,
  colour: Colours,
): void {
  if (nowX >= width) return
  const from = Math.max(0, nowX)
  context.fillStyle = colour('--page')
  context.globalAlpha = 0.6
  context.fillRect(from, RULER_PX, width - from, height - RULER_PX)
  context.globalAlpha = 1
  if (nowX >= 0) line(context, nowX, RULER_PX, height, colour('--ok'), 1)
}

function drawClip(
  context: CanvasRenderingContext2D,
  { height }: { width: number; height: number },
  from: number,
  to: number,
  colour: Colours,
): void {
  context.fillStyle = colour('--accent')
  context.globalAlpha = 0.22
  context.fillRect(from, RULER_PX, to - from, height - RULER_PX)
  context.globalAlpha = 1
  for (const edge of [from, to]) line(context, edge, RULER_PX, height, colour('--accent-text'), 1.5)
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { height }: { width: number; height: number },
  x: number,
  colour: Colours,
): void {
  line(context, x, RULER_PX - 4, height, colour('--danger'), 1.5)
  context.fillStyle = colour('--danger')
  context.beginPath()
  context.moveTo(x - 5, RULER_PX - 9)
  context.lineTo(x + 5, RULER_PX - 9)
  context.lineTo(x + 5, RULER_PX - 5)
  context.lineTo(x, RULER_PX)
  context.lineTo(x - 5, RULER_PX - 5)
  context.closePath()
  context.fill()
}

function line(
  context: CanvasRenderingContext2D,
  a: number,
  from: number,
  to: number,
  stroke: string,
  widthPx: number,
  isFlat = false,
): void {
  context.strokeStyle = stroke
  context.lineWidth = widthPx
  context.beginPath()
  context.moveTo(a, from)
  context.lineTo(isFlat ? to : a, isFlat ? from : to)
  context.stroke()
}
