import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { withPushedLeaks } from './leak-list.ts'

const alarm = (id: number, startTime: number, more: Partial<Alarm> = {}) =>
  Alarm.parse({
    id,
    sn: 'G1',
    chnId: 0,
    alarmSeq: String(id),
    type: 'GasAlarm',
    state: 1,
    alarmSource: 1,
    startTime,
    endTime: null,
    isRead: 0,
    devName: 'G',
    ...more,
  })
const detector = { sn: 'G1', most: 3 }
const idsOf = (list: readonly Alarm[]) => list.map(({ id }) => id)

it('a pushed leak is listed first, and the oldest one goes', () => {
  const listed = [alarm(3, 30), alarm(2, 20), alarm(1, 10)]
  expect(idsOf(withPushedLeaks(listed, [alarm(4, 40)], detector))).toEqual([4, 3, 2])
  expect(idsOf(withPushedLeaks([], [alarm(4, 40), alarm(5, 50)], detector))).toEqual([5, 4])
})

it('a leak that ends is brought up to date in its place', () => {
  const after = withPushedLeaks([alarm(2, 20), alarm(1, 10)], [alarm(1, 10, { endTime: 15 })], detector)
  expect(after.map(({ id, endTime }) => [id, endTime])).toEqual([
    [2, null],
    [1, 15],
  ])
})

it('alarms of others and of another type change nothing', () => {
  const listed = [alarm(1, 10)]
  const others = [alarm(2, 20, { sn: 'G2' }), alarm(3, 30, { type: 'DeviceAlarm' })]
  expect(withPushedLeaks(listed, others, detector)).toBe(listed)
})
