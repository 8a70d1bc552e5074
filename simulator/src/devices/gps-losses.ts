/** Spans without satellites: hours for a few receivers with a bad antenna, else rarely some minutes. */
import { HOUR_MS } from '@backlot/contract/time'
import { uniform } from '../world/hash.ts'
import { type Span, type SpanPattern, spansIn } from './random-spans.ts'

const WEAK_STREAM = 848
const STREAMS = { phase: 847, exists: 844, length: 845, start: 846 }
const WEAK_SHARE = 0.14
const WEAK: SpanPattern = {
  cellMs: 10 * HOUR_MS,
  chance: 0.9,
  minMs: 1.2 * HOUR_MS,
  maxMs: 7 * HOUR_MS,
  streams: STREAMS,
}
const GOOD: SpanPattern = {
  cellMs: 6 * HOUR_MS,
  chance: 0.1,
  minMs: 30_000,
  maxMs: 6 * 60_000,
  streams: STREAMS,
}

/** Whether a receiver's antenna is a bad one: it loses its satellites for hours. */
export function isWeakReceiver(seed: number, entity: number): boolean {
  return uniform(seed, entity, WEAK_STREAM, 0) < WEAK_SHARE
}

export const gpsLossPattern = (seed: number, entity: number) => (isWeakReceiver(seed, entity) ? WEAK : GOOD)

/** Spans without satellites that touch [fromMs, toMs), without commands. */
export function gpsLosses(seed: number, entity: number, fromMs: number, toMs: number): Span[] {
  return spansIn(seed, entity, gpsLossPattern(seed, entity), fromMs, toMs)
}
