import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { chooseSent } from './alarm-messages.ts'
import type { AlarmEvent } from './tick-events.ts'

const event = (cursor: number, subType = ''): AlarmEvent => ({
  alarm: Alarm.parse({
    id: cursor,
    sn: 'D1',
    chnId: 0,
    alarmSeq: `s${cursor}`,
    type: 'IoAlarm',
    subType,
    state: 1,
    alarmSource: 1,
    startTime: 1,
    endTime: null,
    isRead: 0,
    devName: 'D1',
    cursor,
  }),
  updateOnly: false,
})
const cursors = (events: readonly AlarmEvent[]) => events.map(({ alarm }) => alarm.cursor)
const storm = (...sos: number[]) =>
  Array.from({ length: 10 }, (_, i) => event(i + 1, sos.includes(i + 1) ? 'SOS' : ''))

it('sends the newest when not all may be sent', () => {
  const { sent, skipped } = chooseSent(storm(9), 4)
  expect([cursors(sent), cursors(skipped)]).toEqual([
    [7, 8, 9, 10],
    [1, 2, 3, 4, 5, 6],
  ])
  expect(cursors(chooseSent(storm(), 20).sent)).toHaveLength(10)
})

it('lets no storm drown a call for help', () => {
  const { sent, skipped } = chooseSent(storm(2, 5), 4)
  expect([cursors(sent), cursors(skipped)]).toEqual([
    [2, 5, 9, 10],
    [1, 3, 4, 6, 7, 8],
  ])
  expect(cursors(chooseSent(storm(1, 2, 3), 2).sent)).toEqual([2, 3])
  expect(cursors(chooseSent(storm(1), 0).sent)).toEqual([])
})
