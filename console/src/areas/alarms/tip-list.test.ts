import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { addTips, causeKey, countOf, endTips, NO_TIPS, placeTips, prolongTips } from './tip-list.ts'

const alarm = (n: number): Alarm =>
  Alarm.parse({
    id: n,
    sn: `D${n}`,
    chnId: 0,
    alarmSeq: `s${n}`,
    type: 'VideoLost',
    state: 1,
    alarmSource: 0,
    startTime: n,
    endTime: null,
    isRead: 0,
    devName: 'D',
  })
const ids = (tips: typeof NO_TIPS) => tips.shown.map((tip) => tip.alarm.id)

it('shows the newest four and says how many more there were', () => {
  const first = addTips(NO_TIPS, [1, 2, 3].map(alarm), 0, 4000)
  expect([ids(first), first.more]).toEqual([[3, 2, 1], 0])
  const second = addTips(first, [4, 5, 6, 7, 8, 9].map(alarm), 20, 5000)
  expect([ids(second), second.more]).toEqual([[9, 8, 7, 6], 25])
})

it('makes one tip with a count of alarms of the same kind and cause, however they are mixed', () => {
  const crossing = (n: number, subType: string, monitorName: string) => ({
    ...alarm(n),
    type: 'VehicleAlarm',
    subType,
    monitorName,
  })
  const fence = Array.from({ length: 12 }, (_, i) => crossing(i + 1, 'GeofenceIn', 'North yard'))
  const first = addTips(NO_TIPS, fence.slice(0, 5), 0, 4000)
  expect(first.shown.map(({ alarm: { id }, count }) => [id, count])).toEqual([[5, 5]])
  const mixed = [
    ...fence.slice(5),
    crossing(20, 'GeofenceOut', 'North yard'),
    crossing(21, 'GeofenceIn', 'Port'),
  ]
  const second = addTips(first, mixed, 0, 5000)
  expect(second.shown.map(({ alarm: { id }, count }) => [id, count])).toEqual([
    [21, 1],
    [20, 1],
    [12, 12],
  ])
  expect(second.more).toBe(0)
  // A device that reports the same again and again is one tip, too; another device is another one.
  const again = addTips(second, [alarm(30), { ...alarm(31), sn: 'D30' }, alarm(32)], 0, 6000)
  expect(again.shown.map(({ alarm: { id }, count }) => [id, count])).toEqual([
    [32, 1],
    [31, 2],
    [21, 1],
    [20, 1],
  ])
  expect(again.more).toBe(12)
  // A repeated alarm moves to the top, whatever was there.
  const newest = addTips(again, [{ ...alarm(33), sn: 'D30' }], 0, 7000)
  expect(newest.shown.map(({ alarm: { id }, count }) => [id, count])).toEqual([
    [33, 3],
    [32, 1],
    [21, 1],
    [20, 1],
  ])
})

it('takes each away after its time, and the number with the last', () => {
  const tips = addTips(addTips(NO_TIPS, [alarm(1)], 7, 4000), [alarm(2)], 0, 5000)
  expect(endTips(tips, 3999)).toBe(tips)
  const one = endTips(tips, 4000)
  expect([ids(one), one.more]).toEqual([[2], 7])
  expect(endTips(one, 5000)).toEqual(NO_TIPS)
})

it('keeps them while somebody looks', () => {
  const tips = prolongTips(addTips(NO_TIPS, [alarm(1)], 0, 4000), 9000)
  expect(ids(endTips(tips, 8999))).toEqual([1])
})

it('keeps a tip in its place until it goes, and gives a new one the first that is free', () => {
  const key = (n: number) => causeKey(alarm(n))
  const three = addTips(NO_TIPS, [1, 2, 3].map(alarm), 0, 4000).shown
  const first = placeTips([], three, 4)
  expect(first).toEqual([key(3), key(2), key(1), undefined])
  const without2 = three.filter(({ alarm: { id } }) => id !== 2)
  expect(placeTips(first, without2, 4)).toEqual([key(3), undefined, key(1), undefined])
  const next = addTips({ shown: without2, more: 0 }, [alarm(4)], 0, 4000).shown
  expect(placeTips(first, next, 4)).toEqual([key(3), key(4), key(1), undefined])
  // Less room: the newest stay, in their places where these are left; the others are a number.
  expect(placeTips([key(3), key(4), key(1)], next, 1)).toEqual([key(4)])
  expect(placeTips([key(3), key(4), key(1)], next, 2)).toEqual([key(3), key(4)])
  expect(countOf(next.slice(2))).toBe(1)
})
