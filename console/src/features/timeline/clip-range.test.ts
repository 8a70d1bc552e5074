import type { RecordFile } from '@backlot/contract/recordings/entities'
import { fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { clipAround, clipEndRange, clipFault, moveClipEnd, recordedMs, untilNow } from './clip-range.ts'

const SPAN = { fromMs: fromCivil(2026, 9, 15), toMs: fromCivil(2026, 9, 16) - 1000 }
const NOW = fromCivil(2026, 9, 15, 12)
const MINUTE = 60_000

test('a new clip is a minute around the cursor, and ends now when the cursor is just behind', () => {
  expect(clipAround(NOW - MINUTE, SPAN, NOW)).toEqual({ fromMs: NOW - 90_000, toMs: NOW - 30_000 })
  expect(clipAround(NOW - 5000, SPAN, NOW)).toEqual({ fromMs: NOW - 35_000, toMs: NOW })
  expect(clipAround(NOW + 5 * MINUTE, SPAN, NOW)).toEqual({ fromMs: NOW - 30_000, toMs: NOW })
  expect(clipAround(SPAN.fromMs, SPAN, NOW).fromMs).toBe(SPAN.fromMs)
})

test('an end stays in the span, on its side of the other end, and not beyond now', () => {
  const clip = { fromMs: NOW - 2 * MINUTE, toMs: NOW - MINUTE }
  expect(moveClipEnd(clip, 'fromMs', NOW, SPAN, NOW).fromMs).toBe(clip.toMs - 1000)
  expect(moveClipEnd(clip, 'fromMs', 0, SPAN, NOW).fromMs).toBe(SPAN.fromMs)
  expect(moveClipEnd(clip, 'toMs', 0, SPAN, NOW).toMs).toBe(clip.fromMs + 1000)
  expect(moveClipEnd(clip, 'toMs', NOW + MINUTE, SPAN, NOW + 300).toMs).toBe(NOW)
  expect(moveClipEnd(clip, 'toMs', NOW - 400, SPAN, NOW).toMs).toBe(NOW)
  const ahead = clipEndRange({ fromMs: NOW, toMs: NOW + MINUTE }, 'toMs', SPAN, NOW)
  expect(ahead.toMs).toBeGreaterThanOrEqual(ahead.fromMs)
})

test('a clip that reaches past now is as long as what there is of it', () => {
  const clip = { fromMs: NOW - MINUTE, toMs: NOW + 60 * MINUTE }
  expect(untilNow(clip, NOW)).toEqual({ fromMs: NOW - MINUTE, toMs: NOW })
  expect(clipFault(clip, NOW)).toBeUndefined()
  expect(clipFault({ fromMs: NOW, toMs: NOW + MINUTE }, NOW)).toBe('future')
  expect(clipFault({ fromMs: NOW - 31 * MINUTE, toMs: NOW }, NOW)).toBe('tooLong')
  expect(clipFault({ fromMs: NOW, toMs: NOW }, NOW)).toBe('order')
})

test('gaps of the files are not counted, files over others once, one that is written until now', () => {
  const file = (fromMs: number, toMs: number, executionStatus = 1) =>
    ({ startTime: fromMs / 1000, endTime: toMs / 1000, executionStatus }) as RecordFile
  const files = [
    file(NOW - 10 * MINUTE, NOW - 5 * MINUTE),
    file(NOW - 6 * MINUTE, NOW - 5 * MINUTE),
    file(NOW - 2 * MINUTE, NOW - MINUTE, 0),
  ]
  expect(recordedMs(files, { fromMs: NOW - 6 * MINUTE, toMs: NOW }, NOW)).toBe(3 * MINUTE)
  expect(recordedMs(files, { fromMs: NOW - 4 * MINUTE, toMs: NOW - 3 * MINUTE }, NOW)).toBe(0)
})
