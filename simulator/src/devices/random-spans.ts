/**
 * Spontaneous spans: time is cut into cells of an entity's own phase, in some cells lies one span, wholly inside. A
 * span follows from a hash of its cell, so any moment can be computed alone, and nothing is allocated for a crowd.
 */
import { uniform } from '../world/hash.ts'

export type Span = { fromMs: number; toMs: number }

export type SpanPattern = {
  cellMs: number
  /** Share of cells that hold a span. */
  chance: number
  minMs: number
  maxMs: number
  /** Streams of the hash for the cells' phase, and the span's being, length and start. */
  streams: { phase: number; exists: number; length: number; start: number }
}

/** Number of the cell that holds a moment. */
export function cellAt(seed: number, entity: number, pattern: SpanPattern, atMs: number): number {
  return Math.floor((atMs - phaseOf(seed, entity, pattern)) / pattern.cellMs)
}

/** Start of a cell's span, or NaN when it holds none. */
export function spanStart(seed: number, entity: number, pattern: SpanPattern, cell: number): number {
  const { streams } = pattern
  if (uniform(seed, entity, streams.exists, cell) >= pattern.chance) return Number.NaN
  const lengthMs = lengthOf(seed, entity, pattern, cell)
  return Math.floor(
    cell * pattern.cellMs +
      phaseOf(seed, entity, pattern) +
      uniform(seed, entity, streams.start, cell) * (pattern.cellMs - lengthMs),
  )
}

/** End of the span that starts at `startMs` in a cell. */
export function spanEnd(
  seed: number,
  entity: number,
  pattern: SpanPattern,
  cell: number,
  startMs: number,
): number {
  return Math.floor(startMs + lengthOf(seed, entity, pattern, cell))
}

export function isInSpan(seed: number, entity: number, pattern: SpanPattern, atMs: number): boolean {
  const cell = cellAt(seed, entity, pattern, atMs)
  const startMs = spanStart(seed, entity, pattern, cell)
  return atMs >= startMs && atMs < spanEnd(seed, entity, pattern, cell, startMs)
}

/** The span that holds a moment. */
export function spanAt(seed: number, entity: number, pattern: SpanPattern, atMs: number): Span | undefined {
  const cell = cellAt(seed, entity, pattern, atMs)
  const fromMs = spanStart(seed, entity, pattern, cell)
  if (!(atMs >= fromMs)) return undefined
  const toMs = spanEnd(seed, entity, pattern, cell, fromMs)
  return atMs < toMs ? { fromMs, toMs } : undefined
}

/** Spans that touch [fromMs, toMs), in order. */
export function spansIn(
  seed: number,
  entity: number,
  pattern: SpanPattern,
  fromMs: number,
  toMs: number,
): Span[] {
  const found: Span[] = []
  const last = cellAt(seed, entity, pattern, toMs)
  for (let cell = cellAt(seed, entity, pattern, fromMs); cell <= last; cell++) {
    const startMs = spanStart(seed, entity, pattern, cell)
    if (!(startMs < toMs)) continue
    const endMs = spanEnd(seed, entity, pattern, cell, startMs)
    if (endMs > fromMs) found.push({ fromMs: startMs, toMs: endMs })
  }
  return found
}

/** Start of the first span that begins after a moment and before `horizonMs`; infinity when there is none. */
export function nextSpanStart(
  seed: number,
  entity: number,
  pattern: SpanPattern,
  afterMs: number,
  horizonMs: number,
): number {
  const last = cellAt(seed, entity, pattern, horizonMs)
  for (let cell = cellAt(seed, entity, pattern, afterMs); cell <= last; cell++) {
    const startMs = spanStart(seed, entity, pattern, cell)
    if (startMs > afterMs && startMs < horizonMs) return startMs
  }
  return Number.POSITIVE_INFINITY
}

function phaseOf(seed: number, entity: number, pattern: SpanPattern): number {
  return uniform(seed, entity, pattern.streams.phase, 0) * pattern.cellMs
}

function lengthOf(seed: number, entity: number, pattern: SpanPattern, cell: number): number {
  return pattern.minMs + uniform(seed, entity, pattern.streams.length, cell) * (pattern.maxMs - pattern.minMs)
}
