import { Alarm } from '@backlot/contract/alarms/entities'
import { describe, expect, it } from 'vitest'
import { OpenAlarms } from './open-alarms.ts'

const alarm = (alarmSeq: string, processingType: number | null, type = 'IoAlarm') =>
  Alarm.parse({
    id: Number(alarmSeq),
    sn: 'A1',
    chnId: 0,
    alarmSeq,
    type,
    state: 1,
    alarmSource: 1,
    startTime: 1_790_000_000,
    endTime: null,
    isRead: 0,
    processingType,
    devName: 'A',
  })

describe('open alarms of the map', () => {
  it('flags a device with its newest open alarm until that is processed', async () => {
    const alarms = new OpenAlarms()
    expect(alarms.take(alarm('1', null))).toBe(1)
    expect(await alarms.newest('A1')).toEqual({ id: 1, sn: 'A1', alarmSeq: '1' })
    expect(alarms.take(alarm('1', 5))).toBe(2)
  })

  it('says nothing about the flag while another alarm of the device is open', async () => {
    const alarms = new OpenAlarms()
    alarms.take(alarm('1', null))
    alarms.take(alarm('2', null))
    expect(alarms.take(alarm('1', 5))).toBeUndefined()
    expect((await alarms.newest('A1'))?.alarmSeq).toBe('2')
  })

  it('leaves the flag raised when the processing was neither sure nor a work order', () => {
    const alarms = new OpenAlarms()
    alarms.take(alarm('1', null))
    expect(alarms.take(alarm('1', 4))).toBe(1)
  })

  it('ignores what is no ordinary alarm', () => {
    expect(new OpenAlarms().take(alarm('1', null, 'UpLoadFile'))).toBeUndefined()
  })
})
