/**
 * When a device is on line: spans that follow from a hash alone, so that any moment of any device can be asked for,
 * overlaid by commands that force it on or off or start it anew. About one device in ten is off line.
 *
 * Time is cut into cells of a device's own length and phase; in some cells lies one outage, wholly inside the cell.
 */
import { uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'

export type Span = { fromMs: number; toMs: number }
export type OnlineSpan = Span & { online: boolean }

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const STREAM = { flaps: 821, phase: 822, exists: 823, length: 824, start: 825, report: 826 }
const FLAPPING_SHARE = 0.06
const REBOOT = { afterMs: 1500, forMs: 55_000 }
const RESTART = { afterMs: 500, forMs: 12_000 }

type OutagePattern = { cellMs: number; chance: number; minMs: number; maxMs: number; stream: number }

/** Long absences (a broken cable, a shed without power), short ones (the mobile network), and flapping. */
const LONG: OutagePattern = {
  cellMs: 9 * 24 * HOUR_MS,
  chance: 0.27,
  minMs: 20 * HOUR_MS,
  maxMs: 6.5 * 24 * HOUR_MS,
  stream: 0,
}
const SHORT: OutagePattern = {
  cellMs: 8 * HOUR_MS,
  chance: 0.05,
  minMs: 2 * MINUTE_MS,
  maxMs: 70 * MINUTE_MS,
  stream: 1,
}
const FLAPS: OutagePattern = {
  cellMs: 25 * MINUTE_MS,
  chance: 0.6,
  minMs: 0.5 * MINUTE_MS,
  maxMs: 7 * MINUTE_MS,
  stream: 2,
}

export function isFlapping(seed: number, entity: number): boolean {
  return uniform(seed, entity, STREAM.flaps, 0) < FLAPPING_SHARE
}

function patternsOf(seed: number, entity: number): readonly OutagePattern[] {
  return isFlapping(seed, entity) ? [LONG, SHORT, FLAPS] : [LONG, SHORT]
}

/** The outage of a pattern in one of its cells, if there is one. */
function outageIn(seed: number, entity: number, pattern: OutagePattern, cell: number): Span | undefined {
  const draw = (stream: number) => uniform(seed, entity, stream + 16 * pattern.stream, cell)
  if (draw(STREAM.exists) >= pattern.chance) return undefined
  const lengthMs = pattern.minMs + draw(STREAM.length) * (pattern.maxMs - pattern.minMs)
  const fromMs = Math.floor(
    cell * pattern.cellMs + phaseOf(seed, entity, pattern) + draw(STREAM.start) * (pattern.cellMs - lengthMs),
  )
  return { fromMs, toMs: Math.floor(fromMs + lengthMs) }
}

function phaseOf(seed: number, entity: number, pattern: OutagePattern): number {
  return uniform(seed, entity, STREAM.phase + 16 * pattern.stream, 0) * pattern.cellMs
}

function cellAt(seed: number, entity: number, pattern: OutagePattern, atMs: number): number {
  return Math.floor((atMs - phaseOf(seed, entity, pattern)) / pattern.cellMs)
}

/** Outages that touch [fromMs, toMs), merged and in order, without commands. */
export function outages(seed: number, entity: number, fromMs: number, toMs: number): Span[] {
  const found: Span[] = []
  for (const pattern of patternsOf(seed, entity)) {
    const last = cellAt(seed, entity, pattern, toMs)
    for (let cell = cellAt(seed, entity, pattern, fromMs); cell <= last; cell++) {
      const outage = outageIn(seed, entity, pattern, cell)
      if (outage && outage.toMs > fromMs && outage.fromMs < toMs) found.push(outage)
    }
  }
  return mergeSpans(found)
}

function isOutAt(seed: number, entity: number, atMs: number): boolean {
  return patternsOf(seed, entity).some((pattern) => {
    const outage = outageIn(seed, entity, pattern, cellAt(seed, entity, pattern, atMs))
    return outage !== undefined && atMs >= outage.fromMs && atMs < outage.toMs
  })
}

/** Whether a device is on line at a moment. `commands` are its own, in log order; other kinds are passed over. */
export function onlineAt(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[] = [],
): boolean {
  let forced: 'online' | 'offline' | 'released' = 'released'
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind === 'connectivity') forced = command.forced
    const down = downtimeOf(command)
    if (down && atMs >= down.fromMs && atMs < down.toMs) return false
  }
  if (forced !== 'released') return forced === 'online'
  return !isOutAt(seed, entity, atMs)
}

/** Spans of one state that tile [fromMs, toMs) in order. */
export function onlineSpans(
  seed: number,
  entity: number,
  fromMs: number,
  toMs: number,
  commands: readonly DeviceCommand[] = [],
): OnlineSpan[] {
  const cuts = new Set<number>([fromMs])
  const cut = (atMs: number) => {
    if (atMs > fromMs && atMs < toMs) cuts.add(atMs)
  }
  for (const outage of outages(seed, entity, fromMs, toMs)) {
    cut(outage.fromMs)
    cut(outage.toMs)
  }
  for (const command of commands) {
    if (command.kind === 'connectivity') cut(command.atMs)
    const down = downtimeOf(command)
    if (down) {
      cut(down.fromMs)
      cut(down.toMs)
    }
  }
  const starts = [...cuts].sort((a, b) => a - b)
  const spans: OnlineSpan[] = []
  starts.forEach((start, i) => {
    if (start >= toMs) return
    const online = onlineAt(seed, entity, start, commands)
    const last = spans[spans.length - 1]
    const end = starts[i + 1] ?? toMs
    if (last && last.online === online) last.toMs = end
    else spans.push({ fromMs: start, toMs: end, online })
  })
  return spans
}

/** The first change of state after a moment, before `horizonMs`; undefined when there is none. */
export function nextOnlineChange(
  seed: number,
  entity: number,
  afterMs: number,
  horizonMs: number,
  commands: readonly DeviceCommand[] = [],
): number | undefined {
  return onlineSpans(seed, entity, afterMs, horizonMs, commands)[1]?.fromMs
}

function downtimeOf(command: DeviceCommand): Span | undefined {
  if (command.kind !== 'reboot' && command.kind !== 'restart') return undefined
  const { afterMs, forMs } = command.kind === 'reboot' ? REBOOT : RESTART
  return { fromMs: command.atMs + afterMs, toMs: command.atMs + afterMs + forMs }
}

function mergeSpans(spans: Span[]): Span[] {
  spans.sort((a, b) => a.fromMs - b.fromMs)
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged[merged.length - 1]
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs)
    else merged.push({ ...span })
  }
  return merged
}

/** How far back the last moment on line is looked for. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS

/**
 * The last moment at or before `atMs` when the device was on line: `atMs` itself when it is; undefined when it was not
 * for thirty days.
 */
export function lastOnlineMs(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[] = [],
): number | undefined {
  if (onlineAt(seed, entity, atMs, commands)) return atMs
  for (let backMs = 8 * HOUR_MS; backMs <= LOOK_BACK_MS; backMs *= 4) {
    const spans = onlineSpans(seed, entity, atMs - backMs, atMs + 1, commands)
    const last = spans.findLast((span) => span.online)
    if (last) return last.toMs - 1
  }
  return undefined
}

/** The moment of a device's last periodic report: it reports on a grid of its own whenever it is on line. */
export function lastReportMs(
  seed: number,
  entity: number,
  atMs: number,
  periodMs: number,
  commands: readonly DeviceCommand[] = [],
): number | undefined {
  const phaseMs = Math.floor(uniform(seed, entity, STREAM.report, 0) * periodMs)
  const gridAt = (moment: number) => Math.floor((moment - phaseMs) / periodMs) * periodMs + phaseMs
  let moment = gridAt(atMs)
  for (let tries = 0; tries < 64; tries++) {
    const online = lastOnlineMs(seed, entity, moment, commands)
    if (online === undefined || online === moment) return online
    moment = gridAt(online)
  }
  return undefined
}
