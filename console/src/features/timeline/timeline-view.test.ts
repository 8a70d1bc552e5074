import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import {
  clockText,
  GRIP_PX,
  gripPlaces,
  lengthText,
  moveBy,
  NARROWEST_MS,
  slid,
  ticksOf,
  toMoment,
  toX,
  withMoment,
  zoomAround,
} from './timeline-view.ts'

const DAY = { fromMs: fromCivil(2026, 9, 15), toMs: fromCivil(2026, 9, 16) }
const NOON = fromCivil(2026, 9, 15, 12)

test('the moment under the pointer keeps its place when zoomed', () => {
  const at = fromCivil(2026, 9, 15, 9)
  const view = zoomAround(DAY, DAY, at, 0.5)
  expect(view.toMs - view.fromMs).toBe(DAY_MS / 2)
  expect(toX(view, 1000, at)).toBeCloseTo(toX(DAY, 1000, at))
})

test('it is zoomed to a minute at most, and out to the span', () => {
  let view = DAY
  for (let i = 0; i < 40; i++) view = zoomAround(view, DAY, NOON, 0.7)
  expect(view.toMs - view.fromMs).toBe(NARROWEST_MS)
  for (let i = 0; i < 60; i++) view = zoomAround(view, DAY, NOON, 1.5)
  expect(view).toEqual(DAY)
})

test('a view is moved to the ends of the span and not beyond', () => {
  const view = { fromMs: NOON, toMs: NOON + HOUR_MS }
  expect(moveBy(view, DAY, 100 * HOUR_MS)).toEqual({ fromMs: DAY.toMs - HOUR_MS, toMs: DAY.toMs })
  expect(moveBy(view, DAY, -100 * HOUR_MS).fromMs).toBe(DAY.fromMs)
})

test('a cursor that leaves the view takes it along', () => {
  const view = { fromMs: NOON, toMs: NOON + HOUR_MS }
  expect(withMoment(view, DAY, NOON + 1000)).toBe(view)
  const next = withMoment(view, DAY, NOON + HOUR_MS + 1)
  expect(next.fromMs).toBeLessThan(NOON + HOUR_MS)
  expect(next.toMs).toBeGreaterThan(NOON + HOUR_MS + 1)
})

test("labels stand on round times of the platform's zone, far enough apart", () => {
  const labels = ticksOf(DAY, 1200, 480).filter(({ label }) => label)
  expect(labels.slice(0, 3).map(({ label }) => label)).toEqual(['00:00', '02:00', '04:00'])
  const close = ticksOf({ fromMs: NOON, toMs: NOON + 60_000 }, 1200, 480).filter(({ label }) => label)
  expect(close[1]!.label).toBe('12:00:05')
  for (const ticks of [labels, close])
    expect(((ticks[1]!.atMs - ticks[0]!.atMs) / (ticks === labels ? DAY_MS : 60_000)) * 1200).toBeGreaterThan(
      70,
    )
})

test("pixels and moments are each other's inverse", () => {
  expect(toMoment(DAY, 800, toX(DAY, 800, NOON))).toBe(NOON)
  expect(clockText(NOON, 480)).toBe('12:00:00')
})

test('lengths of time read as clocks do', () => {
  expect([lengthText(45_000), lengthText(725_000), lengthText(3_723_000)]).toEqual([
    '0:45',
    '12:05',
    '1:02:03',
  ])
})

test('the grips of a clip are whole and beside each other, however short the clip is drawn and wherever', () => {
  expect(gripPlaces(400, 400.8, 1000)).toEqual({ fromMs: 400 - GRIP_PX, toMs: 400.8 })
  for (const [from, to] of [
    [0, 0.5],
    [3, 20],
    [500, 501],
    [990, 999],
    [1000, 1000],
    [0, 1000],
  ] as const) {
    const places = gripPlaces(from, to, 1000)
    expect(places.fromMs).toBeGreaterThanOrEqual(0)
    expect(places.toMs).toBeLessThanOrEqual(1000 - GRIP_PX)
    expect(places.toMs - places.fromMs).toBeGreaterThanOrEqual(GRIP_PX)
  }
})

test('a view at the end of a span that slides goes along, and any other stays until the span has left it', () => {
  const span = { fromMs: 0, toMs: 6 * HOUR_MS }
  const next = { fromMs: 5000, toMs: 6 * HOUR_MS + 5000 }
  const last = { fromMs: 5 * HOUR_MS, toMs: 6 * HOUR_MS }
  expect(slid(last, span, next)).toEqual({ fromMs: 5 * HOUR_MS + 5000, toMs: next.toMs })
  const middle = { fromMs: 2 * HOUR_MS, toMs: 3 * HOUR_MS }
  expect(slid(middle, span, next)).toEqual(middle)
  expect(slid({ fromMs: 0, toMs: HOUR_MS }, span, next)).toEqual({ fromMs: 5000, toMs: HOUR_MS + 5000 })
})
