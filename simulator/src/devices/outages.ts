/** Outages that devices have by themselves, whatever they are commanded. */
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { uniform } from '../world/hash.ts'
import { type Span, type SpanPattern, spansIn } from './random-spans.ts'

const STREAM = { flaps: 821, phase: 822, exists: 823, length: 824, start: 825 }
const FLAPPING_SHARE = 0.06

/** Long absences (the mains fail), short ones (the mobile network), and flapping. */
export const LONG = pattern(0, 9 * 24 * HOUR_MS, 0.27, 20 * HOUR_MS, 6.5 * 24 * HOUR_MS)
export const SHORT = pattern(1, 8 * HOUR_MS, 0.05, 2 * MINUTE_MS, 70 * MINUTE_MS)
export const FLAPS = pattern(2, 25 * MINUTE_MS, 0.6, 0.5 * MINUTE_MS, 7 * MINUTE_MS)

const ALWAYS = [LONG, SHORT] as const
const WITH_FLAPS = [LONG, SHORT, FLAPS] as const

function pattern(n: number, cellMs: number, chance: number, minMs: number, maxMs: number): SpanPattern {
  const { phase, exists, length, start } = STREAM
  const shift = 16 * n
  return {
    cellMs,
    chance,
    minMs,
    maxMs,
    streams: { phase: phase + shift, exists: exists + shift, length: length + shift, start: start + shift },
  }
}

export function isFlapping(seed: number, entity: number): boolean {
  return uniform(seed, entity, STREAM.flaps, 0) < FLAPPING_SHARE
}

export function patternsOf(seed: number, entity: number): readonly SpanPattern[] {
  return isFlapping(seed, entity) ? WITH_FLAPS : ALWAYS
}

/** Outages that touch [fromMs, toMs), merged and in order, without commands. */
export function outages(seed: number, entity: number, fromMs: number, toMs: number): Span[] {
  const found: Span[] = []
  for (const each of patternsOf(seed, entity)) found.push(...spansIn(seed, entity, each, fromMs, toMs))
  return mergeSpans(found)
}

/** Absences long enough that a device on the mains had no power in them: those that touch [fromMs, toMs), in order. */
export function longOutages(seed: number, entity: number, fromMs: number, toMs: number): Span[] {
  return spansIn(seed, entity, LONG, fromMs, toMs)
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
