import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { addTips, endTips, NO_TIPS, prolongTips } from './tip-list.ts'

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
