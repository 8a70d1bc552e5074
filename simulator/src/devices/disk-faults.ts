import { HOUR_MS } from '@backlot/contract/time'
import { type Span, type SpanPattern, spansIn } from './random-spans.ts'

/** Now and then a disk cannot be written to for a while: bad sectors, a loose plug. */
const FAULTS: SpanPattern = {
  cellMs: 30 * 24 * HOUR_MS,
  chance: 0.5,
  minMs: HOUR_MS / 2,
  maxMs: 2.3 * HOUR_MS,
  streams: { phase: 874, exists: 875, length: 876, start: 877 },
}

/** Spans that touch [fromMs, toMs) in which a device's disk fails. */
export function diskFaults(seed: number, entity: number, fromMs: number, toMs: number): Span[] {
  return spansIn(seed, entity, FAULTS, fromMs, toMs)
}
