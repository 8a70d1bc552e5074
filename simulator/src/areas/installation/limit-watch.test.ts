import type { PointLimit } from '@backlot/contract/installation/entities'
import { beforeEach, expect, it } from 'vitest'
import type { PlatformClock } from '../../kernel/clock.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createLimitWatch, type LimitWatch } from './limit-watch.ts'
import type { InstalledDevice, LimitEvent, OpenCrossing } from './ports.ts'

const DUST = 'a34004'
const STATION = { sn: 'S', channels: [{ chnId: 3, monitoringPoints: [{}] }] } as unknown as InstalledDevice
let limits: Map<string, PointLimit[]>
let report: { atMs: number; value: number; flag?: string } | undefined
let stored: OpenCrossing | undefined
let events: LimitEvent[]
let nowMs: number
let jump: () => void
let watch: LimitWatch

const limit = (low: number | null, high: number | null) =>
  limits.set('S', [{ code: DUST, low, high, alarm: true }])
/** Events that a report at this second causes. */
const told = (second: number, value: number, flag?: string) => {
  nowMs = second * 1000
  report = { atMs: nowMs, value, ...(flag === undefined ? {} : { flag }) }
  events = []
  watch.look()
  return events.map(({ kind, alarmSeq, endMs }) => [kind, alarmSeq, endMs].filter(Boolean).join(' '))
}

beforeEach(() => {
  limits = new Map()
  stored = undefined
  events = []
  watch = createLimitWatch({
    repository: { watched: () => limits },
    devices: { device: (sn) => (sn === 'S' ? STATION : undefined) },
    readings: { latest: () => report && [{ code: DUST, ...report }] },
    clock: {
      now: () => nowMs,
      onChange(listener: (change: { kind: string }) => void) {
        jump = () => listener({ kind: 'jump' })
        return () => {}
      },
    } as unknown as PlatformClock,
    host: createManualClock(0),
    openAlarm: () => stored,
    onEvents: (list) => events.push(...list),
  })
})

it('tells once that a value went past a limit, and that it came back by more than its noise', () => {
  limit(null, 50)
  expect(told(10, 50)).toEqual([])
  expect(told(20, 51)).toEqual([`begun limit-${DUST}-high-20`])
  expect(events[0]).toMatchObject({ sn: 'S', chnId: 3, code: DUST, startMs: 20_000 })
  expect(told(22, 60)).toEqual([])
  expect(told(30, 49.5)).toEqual([`seen limit-${DUST}-high-20`])
  expect(told(40, 48)).toEqual([`over limit-${DUST}-high-20 40000`])
  expect(told(50, 48)).toEqual([])
})

it('goes from one side to the other as one alarm that ends and one that begins', () => {
  limit(10, 50)
  told(10, 60)
  expect(told(12, 5)).toEqual([`over limit-${DUST}-high-10 12000`, `begun limit-${DUST}-low-12`])
})

it('judges a report again when its limit is changed, and ends the alarm when nobody watches any more', () => {
  limit(null, 50)
  told(10, 40)
  limit(null, 30)
  expect(told(10, 40)).toEqual([`begun limit-${DUST}-high-10`])
  limits.clear()
  expect(told(12, 40)).toEqual([`over limit-${DUST}-high-10 12000`])
  expect(told(13, 40)).toEqual([])
})

it('does not judge what is marked, and nothing of a station that says nothing', () => {
  limit(null, 50)
  expect(told(10, 90, 'M')).toEqual([])
  report = undefined
  watch.look()
  expect(events).toEqual([])
  expect(told(20, 90, 'N')).toHaveLength(1)
})

it('finds what goes on after a start and after a jump, but nothing of the future', () => {
  limit(10, 50)
  stored = { atMs: 5000, alarmSeq: `limit-${DUST}-low-5` }
  expect(told(10, 5)).toEqual([])
  expect(told(12, 20)).toEqual([`over limit-${DUST}-low-5 12000`])
  stored = { atMs: 90_000, alarmSeq: `limit-${DUST}-high-90` }
  jump()
  expect(told(3, 70)).toEqual([`begun limit-${DUST}-high-3`])
})
