import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { groupAlarms } from './alarm-groups.ts'

const alarm = (n: number, type: string, more: Partial<Alarm> = {}): Alarm =>
  Alarm.parse({
    id: n,
    sn: `D${n % 3}`,
    chnId: 1,
    alarmSeq: `seq${n}`,
    type,
    state: 1,
    alarmSource: 1,
    startTime: 1_700_000_000 + n,
    endTime: null,
    isRead: 0,
    devName: `Device ${n % 3}`,
    ...more,
  })
const types = {
  nameOf: (type: string) => type.toLowerCase(),
  levelOf: (type: string, subType = '') => (subType === 'Fire' ? 1 : type === 'Video' ? 2 : 3) as 1 | 2 | 3,
}

it('makes one line of each type, the gravest first, whatever their number', () => {
  const list = [
    alarm(9, 'Video'),
    alarm(8, 'Gate'),
    alarm(7, 'Ai'),
    alarm(6, 'Ai', { subType: 'Fire', isRead: 1 }),
  ]
  const groups = groupAlarms(list, 'type', types)
  expect(groups.map(({ name, level, count, unread }) => [name, level, count, unread])).toEqual([
    ['ai', 1, 2, 1],
    ['video', 2, 1, 1],
    ['gate', 3, 1, 1],
  ])
  expect(groups[0]!.alarms.map(({ id }) => id)).toEqual([7, 6])
})

it('says how many of a type there were, when the list holds fewer', () => {
  const [group, gone] = groupAlarms([alarm(1, 'Video')], 'type', types, { Video: 51_200, Other: 3 })
  expect(group).toMatchObject({ count: 51_200, unread: 1 })
  expect(group!.alarms).toHaveLength(1)
  expect(gone).toMatchObject({ name: 'other', count: 3, alarms: [] })
})

it('puts devices with twice as many alarms first and leaves equals in the order of their names', () => {
  const of = (device: number, count: number) =>
    Array.from({ length: count }, (_, i) =>
      alarm(device * 100 + i, 'Video', { sn: `D${device}`, devName: `Device ${device}` }),
    )
  const groups = groupAlarms([...of(3, 3), ...of(2, 2), ...of(1, 5)], 'device', types)
  expect(groups.map(({ name, count }) => [name, count])).toEqual([
    ['Device 1', 5],
    ['Device 2', 2],
    ['Device 3', 3],
  ])
})
