import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { newerAlarm } from './newer-alarm.ts'

const alarm = (more: Partial<Alarm>): Alarm =>
  Alarm.parse({
    id: 1,
    sn: 'D',
    chnId: 1,
    alarmSeq: 'a',
    type: 'IoAlarm',
    state: 1,
    alarmSource: 1,
    startTime: 0,
    endTime: null,
    isRead: 0,
    devName: '',
    cursor: 5,
    ...more,
  })
const picture = { type: 1 as const, url: '/a.jpg' }

it('takes what was committed later', () => {
  const before = alarm({ processingType: 4 })
  expect(newerAlarm(before, alarm({ cursor: 4 }))).toBe(before)
  expect(newerAlarm(before, alarm({ cursor: 6, processingType: 5 })).processingType).toBe(5)
})

it('hears that an alarm went to the archive without a commit', () => {
  expect(newerAlarm(alarm({}), alarm({ archived: true }))).toMatchObject({ archived: true })
})

it('takes the word of a platform that counts no commits', () => {
  expect(newerAlarm(alarm({}), alarm({ cursor: undefined, processingType: 5 })).processingType).toBe(5)
})

it('keeps pictures that a later word leaves out', () => {
  expect(newerAlarm(alarm({ resource: [picture] }), alarm({ cursor: 6 })).resource).toEqual([picture])
})
