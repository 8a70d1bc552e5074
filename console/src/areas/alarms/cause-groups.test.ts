import type { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { alarmAt, TYPES } from './cause-alarms.test-support.ts'
import { groupByCause } from './cause-groups.ts'

const seen = (list: readonly Alarm[]) =>
  groupByCause(list, TYPES).map((one) =>
    'alarms' in one ? one.alarms.map(({ alarmSeq }) => alarmSeq).join('') : one.alarmSeq,
  )

it('makes one line of alarms of a kind at a device, where the newest of them is', () => {
  const list = [
    alarmAt('d', 9),
    alarmAt('c', 8, { subType: 'Fire' }),
    alarmAt('b', 5),
    alarmAt('x', 4, { sn: 'D2' }),
    alarmAt('a', 1),
  ]
  expect(seen(list)).toEqual(['dba', 'c', 'x'])
  const [group] = groupByCause(list, TYPES)
  expect(group).toMatchObject({ name: 'AiAlarm Intruder · Gate', count: 3, unread: 3, level: 2 })
})

it('begins anew after ten quiet minutes', () => {
  expect(seen([alarmAt('c', 40), alarmAt('b', 21), alarmAt('a', 11)])).toEqual(['c', 'ba'])
})

it('takes alarms of one fence together, of whatever device, and keeps its key while more come', () => {
  const fence = { monitorName: 'Yard' }
  const two = [alarmAt('b', 2, fence), alarmAt('a', 1, { ...fence, sn: 'D2' })]
  expect(seen(two)).toEqual(['ba'])
  const keyOf = (list: readonly Alarm[]) => {
    const [group] = groupByCause(list, TYPES)
    return group && 'key' in group ? group.key : undefined
  }
  expect(keyOf(two)).toBeDefined()
  expect(keyOf([alarmAt('c', 3, fence), ...two])).toBe(keyOf(two))
})
