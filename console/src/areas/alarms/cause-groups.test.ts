import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { groupByCause } from './cause-groups.ts'

const START_S = 1_700_000_000
const alarm = (seq: string, minute: number, more: Partial<Alarm> = {}): Alarm =>
  Alarm.parse({
    id: minute,
    sn: 'D1',
    chnId: 1,
    alarmSeq: seq,
    type: 'AiAlarm',
    subType: 'Intruder',
    state: 1,
    alarmSource: 1,
    startTime: START_S + minute * 60,
    endTime: null,
    isRead: 0,
    devName: 'Gate',
    ...more,
  })
const types = { nameOf: (type: string, sub = '') => `${type} ${sub}`, levelOf: () => 2 as const }
const seen = (list: readonly Alarm[]) =>
  groupByCause(list, types).map((one) =>
    'alarms' in one ? one.alarms.map(({ alarmSeq }) => alarmSeq).join('') : one.alarmSeq,
  )

it('makes one line of alarms of a kind at a device, where the newest of them is', () => {
  const list = [
    alarm('d', 9),
    alarm('c', 8, { subType: 'Fire' }),
    alarm('b', 5),
    alarm('x', 4, { sn: 'D2' }),
    alarm('a', 1),
  ]
  expect(seen(list)).toEqual(['dba', 'c', 'x'])
  const [group] = groupByCause(list, types)
  expect(group).toMatchObject({ name: 'AiAlarm Intruder · Gate', count: 3, unread: 3, level: 2 })
})

it('begins anew after ten quiet minutes', () => {
  expect(seen([alarm('c', 40), alarm('b', 21), alarm('a', 11)])).toEqual(['c', 'ba'])
})

it('takes alarms of one fence together, of whatever device, and keeps its key while more come', () => {
  const fence = { monitorName: 'Yard' }
  const two = [alarm('b', 2, fence), alarm('a', 1, { ...fence, sn: 'D2' })]
  expect(seen(two)).toEqual(['ba'])
  const keyOf = (list: readonly Alarm[]) => {
    const [group] = groupByCause(list, types)
    return group && 'key' in group ? group.key : undefined
  }
  expect(keyOf(two)).toBeDefined()
  expect(keyOf([alarm('c', 3, fence), ...two])).toBe(keyOf(two))
})
