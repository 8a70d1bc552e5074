import { DAY_MS, dayStart, HOUR_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { onlineDays } from '../../history/online-days.ts'
import { createOnlineSums, onlineHours } from './online-sums.ts'
import type { OnlineStretch } from './ports.ts'

const ZONE = 480
const NOW = 1_795_140_000_000
const TODAY = dayStart(NOW, ZONE)

/** Offline in stretches [from, to), online otherwise. */
function historyOf(off: readonly (readonly [number, number])[], now = () => NOW) {
  let asked = 0
  let version: string | undefined = 'first'
  return {
    asked: () => asked,
    change: (next: string | undefined) => {
      version = next
    },
    port: {
      onlineDays,
      pastVersionOf: () => version,
      onlineSpansOf(_sn: string, fromMs: number, toMs: number): OnlineStretch[] {
        const end = Math.min(toMs, now() + 1)
        if (end <= fromMs) return []
        asked += end - fromMs
        const cuts = [fromMs, ...off.flat().filter((at) => at > fromMs && at < end), end]
        return cuts.slice(0, -1).map((at, i) => ({
          fromMs: at,
          toMs: cuts[i + 1]!,
          online: !off.some(([from, to]) => from <= at && at < to),
        }))
      },
    },
  }
}
const total = (days: readonly { onlineMs: number; offlineMs: number; drops: number }[] | undefined) =>
  (days ?? []).reduce(
    (sum, day) => [sum[0]! + day.onlineMs, sum[1]! + day.offlineMs, sum[2]! + day.drops],
    [0, 0, 0],
  )

const OFF = [
  [TODAY - 5 * DAY_MS - 2 * HOUR_MS, TODAY - 5 * DAY_MS + HOUR_MS],
  [TODAY - 3 * DAY_MS, TODAY - 3 * DAY_MS + HOUR_MS],
  [TODAY - HOUR_MS, TODAY + HOUR_MS],
  [NOW - HOUR_MS, NOW - HOUR_MS / 2],
] as const

test("days tile the time that has passed, whatever the range's ends", () => {
  const { port } = historyOf(OFF)
  const sums = createOnlineSums({ history: port, zoneMinutes: ZONE, nowMs: () => NOW })
  for (const [fromMs, toMs] of [
    [TODAY - 7 * DAY_MS, NOW],
    [TODAY - 7 * DAY_MS + 12_345, NOW + DAY_MS],
    [NOW - HOUR_MS, NOW],
    [TODAY - 2 * DAY_MS + 7, TODAY - 2 * DAY_MS + 99],
    [TODAY - 2 * DAY_MS, TODAY - DAY_MS],
  ] as const) {
    const end = Math.min(toMs, NOW)
    const offMs = OFF.reduce(
      (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, fromMs)),
      0,
    )
    const [on, off] = total(sums.daysOf('x', fromMs, toMs))
    expect([on, off]).toEqual([end - fromMs - offMs, offMs])
  }
})

test('kept days answer as counted ones, and a drop at midnight is one of the day that begins', () => {
  const { port, asked } = historyOf(OFF)
  const sums = createOnlineSums({ history: port, zoneMinutes: ZONE, nowMs: () => NOW })
  const week = sums.daysOf('x', TODAY - 7 * DAY_MS, NOW)
  expect(week).toHaveLength(8)
  expect(week?.map(({ drops }) => drops)).toEqual([0, 1, 0, 0, 1, 0, 1, 1])
  expect(week?.[4]).toMatchObject({ offlineMs: HOUR_MS, onlineMs: 23 * HOUR_MS })
  const before = asked()
  expect(sums.daysOf('x', TODAY - 7 * DAY_MS, NOW)).toEqual(week)
  expect(asked() - before).toBeLessThan(DAY_MS)
  // A longer range only counts the new part.
  sums.daysOf('x', TODAY - 9 * DAY_MS, NOW)
  expect(asked() - before).toBeLessThan(4 * DAY_MS)
})

test('a device whose past has changed is counted anew, and one without a version always', () => {
  const off: [number, number][] = []
  const history = historyOf(off)
  const sums = createOnlineSums({ history: history.port, zoneMinutes: ZONE, nowMs: () => NOW })
  const offline = () => total(sums.daysOf('x', TODAY - 2 * DAY_MS, TODAY))[1]
  expect(offline()).toBe(0)
  off.push([TODAY - DAY_MS, TODAY - DAY_MS + 5])
  expect(offline()).toBe(0)
  history.change('second')
  expect(offline()).toBe(5)
  history.change(undefined)
  off.push([TODAY - DAY_MS + 10, TODAY - DAY_MS + 20])
  expect(offline()).toBe(15)
})

test('a clock that went back is not answered what lies after it', () => {
  let now = NOW
  const { port } = historyOf(OFF, () => now)
  const sums = createOnlineSums({ history: port, zoneMinutes: ZONE, nowMs: () => now })
  expect(sums.daysOf('x', TODAY - 7 * DAY_MS, NOW)).toHaveLength(8)
  now = TODAY - 3 * DAY_MS + 10
  expect(total(sums.daysOf('x', TODAY - 7 * DAY_MS, NOW)).slice(0, 2)).toEqual([
    4 * DAY_MS - 3 * HOUR_MS,
    3 * HOUR_MS + 10,
  ])
})

test('hours of a day are its sum', () => {
  const { port } = historyOf(OFF)
  const spans = port.onlineSpansOf('x', TODAY - 1, TODAY + DAY_MS)
  const hours = onlineHours(spans, TODAY)
  const [day] = onlineDays(spans, ZONE).filter(({ dayMs }) => dayMs === TODAY)
  expect(total(hours)).toEqual([day!.onlineMs, day!.offlineMs, day!.drops])
  expect(hours[0]).toEqual({ dayMs: TODAY, onlineMs: 0, offlineMs: HOUR_MS, drops: 0 })
})

test('the window of 180 days holds for whole and for part days', () => {
  const { port } = historyOf([])
  const sums = createOnlineSums({ history: port, zoneMinutes: ZONE, nowMs: () => NOW })
  const days = sums.daysOf('x', NOW - 400 * DAY_MS, NOW)
  expect(days).toHaveLength(181)
  expect(total(days)[0]).toBe(180 * DAY_MS)
})
