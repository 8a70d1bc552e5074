import { EXECUTION_STATUS, RECORDING_LIMITS, type RecordFile } from '@backlot/contract/recordings/entities'
import type { Span } from './span.ts'

/** A new clip begins this long before the cursor, and ends this long after it. */
const CLIP_HALF_MS = 30_000
const SHORTEST_MS = 1000
const SECOND_MS = 1000

export type ClipEnd = keyof Span
type ClipFault = 'order' | 'tooLong' | 'future'

/** A clip around a moment: inside the span that was queried, and not beyond now. */
export function clipAround(atMs: number, span: Span, nowMs: number): Span {
  const lastMs = Math.max(span.fromMs, Math.min(span.toMs, Math.floor(nowMs / SECOND_MS) * SECOND_MS))
  const middleMs = Math.round(Math.min(atMs, lastMs) / SECOND_MS) * SECOND_MS
  const fromMs = Math.max(span.fromMs, middleMs - CLIP_HALF_MS)
  return { fromMs, toMs: Math.min(lastMs, fromMs + 2 * CLIP_HALF_MS) }
}

/** Between which moments an end of a clip may be moved: inside the span, on its side of the other end, not beyond now. */
export function clipEndRange(clip: Span, end: ClipEnd, span: Span, nowMs: number): Span {
  if (end === 'fromMs') return { fromMs: span.fromMs, toMs: clip.toMs - SHORTEST_MS }
  const fromMs = clip.fromMs + SHORTEST_MS
  return { fromMs, toMs: Math.max(fromMs, Math.min(span.toMs, Math.floor(nowMs / SECOND_MS) * SECOND_MS)) }
}

/** The clip with an end at a moment, to the second, or as near to it as it may be. */
export function moveClipEnd(clip: Span, end: ClipEnd, atMs: number, span: Span, nowMs: number): Span {
  const range = clipEndRange(clip, end, span, nowMs)
  const toSecond = Math.round(atMs / SECOND_MS) * SECOND_MS
  return { ...clip, [end]: Math.max(range.fromMs, Math.min(range.toMs, toSecond)) }
}

/** Existing part of a clip: nothing later than now is recorded. */
export const untilNow = (clip: Span, nowMs: number): Span => ({
  fromMs: clip.fromMs,
  toMs: Math.min(clip.toMs, nowMs),
})

export function clipFault(clip: Span, nowMs: number): ClipFault | undefined {
  if (clip.toMs <= clip.fromMs) return 'order'
  if (clip.fromMs >= nowMs) return 'future'
  const { fromMs, toMs } = untilNow(clip, nowMs)
  return toMs - fromMs > RECORDING_LIMITS.downloadMs ? 'tooLong' : undefined
}

/** Part of a span that is in files, which may overlap; a file that is still written extends until now. */
export function recordedMs(files: readonly RecordFile[], span: Span, nowMs: number): number {
  const parts = files
    .map(({ startTime, endTime, executionStatus }) => ({
      fromMs: Math.max(span.fromMs, startTime * 1000),
      toMs: Math.min(
        span.toMs,
        executionStatus === EXECUTION_STATUS.executing ? Math.max(nowMs, endTime * 1000) : endTime * 1000,
      ),
    }))
    .sort((a, b) => a.fromMs - b.fromMs)
  let sum = 0
  let doneMs = span.fromMs
  for (const { fromMs, toMs } of parts) {
    sum += Math.max(0, toMs - Math.max(doneMs, fromMs))
    doneMs = Math.max(doneMs, toMs)
  }
  return sum
}
