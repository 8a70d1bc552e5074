import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { filterAlarms, NO_FILTER } from './alarm-filter.ts'

const base = { id: 1, chnId: 0, alarmSeq: 's', alarmSource: 0, startTime: 1, endTime: null, isRead: 0 }
const list = [
  Alarm.parse({ ...base, sn: 'CAM001', type: 'VideoLost', state: 1, devName: 'North Gate' }),
  Alarm.parse({
    ...base,
    sn: 'CAM002',
    type: 'VideoLost',
    state: 2,
    devName: '南门',
    chnName: '主镜头',
    processingType: 5,
  }),
  Alarm.parse({
    ...base,
    sn: 'VEH003',
    type: 'Overspeed',
    state: 1,
    devName: 'Truck 3',
    number: '京A12345',
    isRead: 1,
  }),
]
const types = {
  levelOf: (type: string) => (type === 'Overspeed' ? 1 : 3) as 1 | 3,
}
const found = (filter: Partial<typeof NO_FILTER>) =>
  filterAlarms(list, { ...NO_FILTER, ...filter }, types).map((alarm) => alarm.sn)

it('shows everything without a condition', () => {
  expect(filterAlarms(list, NO_FILTER, types)).toBe(list)
})

it('filters by state, reading, processing, level and type', () => {
  expect(found({ which: 'ended' })).toEqual(['CAM002'])
  expect(found({ type: 'VideoLost', which: 'ongoing' })).toEqual(['CAM001'])
  expect(found({ which: 'unread' })).toEqual(['CAM001', 'CAM002'])
  expect(found({ which: 'notProcessed' })).toEqual(['CAM001', 'VEH003'])
  expect(found({ level: 1 })).toEqual(['VEH003'])
})

it('finds devices by name, channel, plate and serial number, in any case', () => {
  expect(found({ device: 'north' })).toEqual(['CAM001'])
  expect(found({ device: '主镜' })).toEqual(['CAM002'])
  expect(found({ device: 'a12345' })).toEqual(['VEH003'])
  expect(found({ device: 'cam' })).toEqual(['CAM001', 'CAM002'])
})
