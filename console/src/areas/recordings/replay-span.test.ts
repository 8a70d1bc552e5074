import { fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { shortcutSpan } from '../../components/day-shortcuts.ts'
import { daySpanOf, spanFault } from './replay-span.ts'

const ZONE = 480
const NOW = fromCivil(2026, 9, 15, 10, 30)

test('shortcuts are whole civil days of the platform', () => {
  expect(shortcutSpan('today', NOW, ZONE)).toEqual({
    fromMs: fromCivil(2026, 9, 15),
    toMs: fromCivil(2026, 9, 15, 23, 59, 59),
  })
  expect(shortcutSpan('yesterday', NOW, ZONE).fromMs).toBe(fromCivil(2026, 9, 14))
  expect(shortcutSpan('weekAgo', NOW, ZONE).toMs).toBe(fromCivil(2026, 9, 8, 23, 59, 59))
})

test('every shortcut may be queried', () => {
  for (const shortcut of ['today', 'yesterday', 'weekAgo'] as const)
    expect(spanFault(shortcutSpan(shortcut, NOW, ZONE), NOW, ZONE)).toBeUndefined()
})

test('a span is refused for the first thing that is wrong with it', () => {
  const day = shortcutSpan('today', NOW, ZONE)
  expect(spanFault({ fromMs: day.fromMs }, NOW, ZONE)).toBe('missing')
  expect(spanFault({ fromMs: day.toMs, toMs: day.fromMs }, NOW, ZONE)).toBe('startAfterEnd')
  expect(spanFault({ fromMs: day.fromMs - 2000, toMs: day.toMs }, NOW, ZONE)).toBe('only24Hours')
})

test('the day of a moment ahead is today', () => {
  expect(daySpanOf(NOW + 3 * 86_400_000, NOW, ZONE).fromMs).toBe(fromCivil(2026, 9, 15))
})
