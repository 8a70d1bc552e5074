import { fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { shortcutSpan } from '../../components/day-shortcuts.ts'
import { queryFault } from './track-span.ts'
import { readAddress, writeAddress } from './track-url.ts'

const NOW = fromCivil(2026, 11, 20, 10)
const TODAY = fromCivil(2026, 11, 20)
const DAY = 86_400_000

test('a query needs a device, both ends, their order, 24 hours, 180 days and no future, told in this order', () => {
  const fault = (devices: string[], fromMs?: number, toMs?: number) =>
    queryFault(
      devices,
      { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) },
      NOW,
      480,
    )
  expect(fault([], TODAY + 1, TODAY)).toBe('selectDevice')
  expect(fault(['A'], TODAY)).toBe('missing')
  expect(fault(['A'], TODAY + 1, TODAY)).toBe('startAfterEnd')
  expect(fault(['A'], TODAY - 1, TODAY + DAY)).toBe('only24Hours')
  expect(fault(['A'], TODAY - 181 * DAY, TODAY - 181 * DAY)).toBe('tooOld')
  expect(fault(['A'], TODAY + 1, TODAY + DAY + 1)).toBe('future')
  expect(fault(['A'], TODAY, TODAY + DAY)).toBeUndefined()
})

test('shortcuts are whole civil days of the platform', () => {
  expect(shortcutSpan('today', NOW, 480)).toEqual({ fromMs: TODAY, toMs: TODAY + DAY - 1000 })
  expect(shortcutSpan('yesterday', NOW, 480).fromMs).toBe(TODAY - DAY)
  expect(shortcutSpan('weekAgo', NOW, 480).fromMs).toBe(TODAY - 7 * DAY)
})

test('the address keeps devices, span, moment, speed and pace, and what others wrote', () => {
  const address = {
    sns: ['A', 'B'],
    span: { fromMs: TODAY, toMs: TODAY + DAY - 1000 },
    atMs: NOW,
    speed: 3 as const,
    pace: 300 as const,
  }
  const search = writeAddress(new URLSearchParams('z=12'), address)
  expect(search.get('z')).toBe('12')
  expect(readAddress(search)).toEqual(address)
})

test('what is unreadable in an address is left out, and milliseconds are read too', () => {
  const read = (text: string) => readAddress(new URLSearchParams(text))
  expect(read('')).toEqual({ sns: [], span: {}, atMs: undefined, speed: undefined, pace: undefined })
  expect(read('sn=A,A,,B&from=x&to=-1&speed=9&pace=7')).toMatchObject({ sns: ['A', 'B'], span: {} })
  expect(read(`from=${NOW}&at=${NOW / 1000}`)).toMatchObject({ span: { fromMs: NOW }, atMs: NOW })
  expect(read('sn=1,2,3,4,5,6,7,8').sns).toHaveLength(6)
})
