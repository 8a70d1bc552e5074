/**
 * Connectivity of devices: online spans that follow from a hash alone, so that any moment of any device can be
 * computed, overlaid by commands that force it online or offline, restart it or let it fail. About one device in ten is
 * offline.
 */
import { uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'
import { forcedStateAt, stateCuts } from './forced-state.ts'
import { FLAPS, isFlapping, LONG, patternsOf, SHORT } from './outages.ts'
import { cellAt, isInSpan, nextSpanStart, type Span, spanEnd, spanStart, spansIn } from './random-spans.ts'

export type { Span } from './random-spans.ts'
export type OnlineSpan = Span & { online: boolean }

const HOUR_MS = 3_600_000
const STREAM = { report: 826 }

/** Whether a device without commands is online: nothing is allocated. */
function isUpByItself(seed: number, entity: number, atMs: number): boolean {
  if (isInSpan(seed, entity, LONG, atMs) || isInSpan(seed, entity, SHORT, atMs)) return false
  return !(isFlapping(seed, entity) && isInSpan(seed, entity, FLAPS, atMs))
}

/** The same after the device was mended: earlier outages are over, and it flaps no more. */
function isUpMended(
  seed: number,
  entity: number,
  atMs: number,
  mended: { outagesMs: number; flapsMs: number },
): boolean {
  for (const each of patternsOf(seed, entity)) {
    if (each === FLAPS && mended.flapsMs <= atMs) continue
    const cell = cellAt(seed, entity, each, atMs)
    const startMs = spanStart(seed, entity, each, cell)
    if (!(atMs >= startMs) || startMs <= mended.outagesMs) continue
    if (atMs < spanEnd(seed, entity, each, cell, startMs)) return false
  }
  return true
}

/** Whether a device is online at a moment. `commands` are its own, in log order; other kinds are skipped. */
export function onlineAt(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[] = NONE,
): boolean {
  if (commands.length === 0) return isUpByItself(seed, entity, atMs)
  const forced = forcedStateAt(seed, entity, atMs, commands)
  if (forced.online !== undefined) return forced.online
  return isUpMended(seed, entity, atMs, forced)
}

const NONE: readonly DeviceCommand[] = []

/** Spans of one state that tile [fromMs, toMs) in order. */
export function onlineSpans(
  seed: number,
  entity: number,
  fromMs: number,
  toMs: number,
  commands: readonly DeviceCommand[] = NONE,
): OnlineSpan[] {
  const cuts = new Set<number>([fromMs])
  const cut = (atMs: number) => {
    if (atMs > fromMs && atMs < toMs) cuts.add(atMs)
  }
  for (const each of patternsOf(seed, entity)) {
    for (const outage of spansIn(seed, entity, each, fromMs, toMs)) {
      cut(outage.fromMs)
      cut(outage.toMs)
    }
  }
  for (const atMs of stateCuts(seed, entity, fromMs, toMs, commands)) cut(atMs)
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
  commands: readonly DeviceCommand[] = NONE,
): number | undefined {
  if (commands.length > 0) return nextCommandedChange(seed, entity, afterMs, horizonMs, commands)
  const atMs = nextOwnChange(seed, entity, afterMs, horizonMs)
  return atMs < horizonMs ? atMs : undefined
}

/** The stretch after a moment that is looked at first; one without a change is followed by a longer one. */
const FIRST_LOOK_MS = HOUR_MS / 4

/** The next change of a device with commands: one that flaps has thousands before a far horizon, and one is wanted. */
function nextCommandedChange(
  seed: number,
  entity: number,
  afterMs: number,
  horizonMs: number,
  commands: readonly DeviceCommand[],
): number | undefined {
  const online = onlineAt(seed, entity, afterMs, commands)
  let fromMs = afterMs
  for (let lookMs = FIRST_LOOK_MS; fromMs < horizonMs; lookMs *= 4) {
    const toMs = Math.min(horizonMs, fromMs + lookMs)
    const change = onlineSpans(seed, entity, fromMs, toMs, commands).find((span) => span.online !== online)
    if (change) return change.fromMs
    fromMs = toMs
  }
  return undefined
}

/** The next change of a device that nobody commands, or infinity: nothing is allocated. */
function nextOwnChange(seed: number, entity: number, afterMs: number, horizonMs: number): number {
  const patterns = patternsOf(seed, entity)
  if (isUpByItself(seed, entity, afterMs)) {
    let nextMs = Number.POSITIVE_INFINITY
    for (const each of patterns) {
      nextMs = Math.min(nextMs, nextSpanStart(seed, entity, each, afterMs, horizonMs))
    }
    return nextMs
  }
  // Outages that touch or overlap are one: on to the end of whichever holds the moment, until none does.
  let untilMs = afterMs
  for (let moved = true; moved && untilMs < horizonMs; ) {
    moved = false
    for (const each of patterns) {
      const cell = cellAt(seed, entity, each, untilMs)
      const startMs = spanStart(seed, entity, each, cell)
      if (!(untilMs >= startMs)) continue
      const endMs = spanEnd(seed, entity, each, cell, startMs)
      if (untilMs >= endMs) continue
      untilMs = endMs
      moved = true
    }
  }
  return untilMs
}

/** How far back the last online moment is searched. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS

/**
 * The last moment at or before `atMs` when the device was online: `atMs` itself when it is; undefined when it was not
 * for thirty days.
 */
export function lastOnlineMs(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[] = NONE,
): number | undefined {
  if (onlineAt(seed, entity, atMs, commands)) return atMs
  for (let backMs = 8 * HOUR_MS; backMs <= LOOK_BACK_MS; backMs *= 4) {
    const spans = onlineSpans(seed, entity, atMs - backMs, atMs + 1, commands)
    const last = spans.findLast((span) => span.online)
    if (last) return last.toMs - 1
  }
  return undefined
}

/** Milliseconds into its period at which a device reports: a whole second, the resolution of wires. */
export function reportPhaseMs(seed: number, entity: number, periodMs: number): number {
  return Math.floor((uniform(seed, entity, STREAM.report, 0) * periodMs) / 1000) * 1000
}
