import { expect, test } from 'vitest'
import { isRecorded, joinSpans, nextRecorded } from './replay-spans.ts'

const SPANS = [
  { fromMs: 50, toMs: 80 },
  { fromMs: 0, toMs: 20 },
  { fromMs: 20, toMs: 30 },
  { fromMs: 60, toMs: 70 },
]

test('files that touch or overlap are one stretch, cut to what is asked for', () => {
  expect(joinSpans(SPANS, 10, 75)).toEqual([
    { fromMs: 10, toMs: 30 },
    { fromMs: 50, toMs: 75 },
  ])
  expect(joinSpans(SPANS, 30, 50)).toEqual([])
})

test('a moment is recorded from the start of a stretch to before its end; after it the next one follows', () => {
  const spans = joinSpans(SPANS, 0, 100)
  expect([0, 29, 30, 49, 50, 80].map((atMs) => isRecorded(spans, atMs))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ])
  expect([nextRecorded(spans, 10), nextRecorded(spans, 30), nextRecorded(spans, 80)]).toEqual([
    10,
    50,
    undefined,
  ])
})
