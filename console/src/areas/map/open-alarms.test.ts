import { listAlarms } from '@backlot/contract/alarms/calls'
import { Alarm } from '@backlot/contract/alarms/entities'
import { describe, expect, it } from 'vitest'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { type Ask, flaggingAlarm } from './flagging-alarm.ts'
import { OpenAlarms } from './open-alarms.ts'

const NOW_S = 1_790_000_000
const alarm = (alarmSeq: string, processingType: number | null, type = 'IoAlarm', startTime = NOW_S) =>
  Alarm.parse({
    id: Number(alarmSeq),
    sn: 'A1',
    chnId: 0,
    alarmSeq,
    type,
    state: 1,
    alarmSource: 1,
    startTime,
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

  it('ignores pictures that somebody asked for', () => {
    expect(new OpenAlarms().take(alarm('1', null, 'Snapshot-Manual'))).toBeUndefined()
  })

  it('keeps to the newest open alarm when an older one ends', async () => {
    const alarms = new OpenAlarms()
    alarms.take(alarm('2', null))
    alarms.take(alarm('1', null, 'IoAlarm', NOW_S - 60))
    expect((await alarms.newest('A1'))?.alarmSeq).toBe('2')
  })

  it('asks the platform once the alarm that it knew is processed', async () => {
    const stored = alarm('1', 4)
    const alarms = new OpenAlarms(platformWith([stored]).ask)
    alarms.take(alarm('1', null))
    alarms.take(stored)
    expect(await alarms.newest('A1')).toEqual({ id: 1, sn: 'A1', alarmSeq: '1' })
  })
})

const DAY_S = 86_400

type Asked = { startTime?: number; endTime?: number; processed?: number; processingTypes?: string }

/** A platform that has these alarms of a device; `sums`: whether it has the sums by day. */
function platformWith(stored: readonly Alarm[], { sums = true } = {}) {
  const asked: string[] = []
  const ask = async (call: { name: string }, { query }: { query: Asked }) => {
    asked.push(call.name)
    const { startTime = 0, endTime = 0, processed, processingTypes } = query
    const types = (processingTypes ?? '').split(',')
    const found = stored
      .filter((one) => one.startTime >= startTime && one.startTime <= endTime)
      .filter((one) => processed === undefined || one.processingType === null)
      .filter((one) => processingTypes === undefined || types.includes(String(one.processingType)))
      .sort((a, b) => b.startTime - a.startTime)
    if (call === listAlarms) return { list: found }
    if (!sums) throw new PlatformReplyError({ code: 404, msg: '', httpStatus: 404, callName: call.name })
    const dayOf = (one: Alarm) => Math.floor(one.startTime / DAY_S) * DAY_S
    return { list: found.slice(0, 1).map((one) => ({ key: String(dayOf(one)) })) }
  }
  // It answers the two calls that are made; Ask is generic over all of the contract.
  return { ask: ask as unknown as Ask, asked }
}

describe('the alarm for which a device is flagged', () => {
  const seqOf = async (stored: readonly Alarm[], options = {}) =>
    (await flaggingAlarm('A1', NOW_S, platformWith(stored, options).ask))?.alarmSeq
  const daysAgo = (days: number) => NOW_S - days * DAY_S

  it.each([0, 0.5, 1, 1.5, 6, 40, 179])('is an open one that began %d days ago', async (days) => {
    expect(await seqOf([alarm('1', null, 'IoAlarm', daysAgo(days))])).toBe('1')
  })

  it('is the newest open one before a newer one that was processed', async () => {
    const stored = [
      alarm('3', 3),
      alarm('2', null, 'IoAlarm', daysAgo(3)),
      alarm('1', null, 'IoAlarm', daysAgo(9)),
    ]
    expect(await seqOf(stored)).toBe('2')
  })

  it.each([0, 1, 2, 3, 4])('is, with none open, the newest that was processed with %i', async (type) => {
    const stored = [alarm('2', type, 'IoAlarm', daysAgo(2)), alarm('1', type, 'IoAlarm', daysAgo(3))]
    expect(await seqOf(stored)).toBe('2')
  })

  it('is none that was processed with 5 or 100, and no picture', async () => {
    const stored = [alarm('3', 5), alarm('2', 100), alarm('1', null, 'Snapshot-Manual', daysAgo(2))]
    expect(await seqOf(stored)).toBeUndefined()
  })

  it('lies behind days with pictures only', async () => {
    const pictures = [2, 3, 4].map((days) => alarm(`9${days}`, null, 'UpLoadFile', daysAgo(days)))
    expect(await seqOf([...pictures, alarm('1', null, 'IoAlarm', daysAgo(5))])).toBe('1')
  })

  it('is found within a week on a platform without sums', async () => {
    for (const days of [0.5, 1.5, 6.5])
      expect(await seqOf([alarm('1', null, 'IoAlarm', daysAgo(days))], { sums: false })).toBe('1')
    expect(await seqOf([alarm('1', null, 'IoAlarm', daysAgo(8))], { sums: false })).toBeUndefined()
  })

  it('takes one request when it began within 24 hours', async () => {
    const { ask, asked } = platformWith([alarm('1', null)])
    await flaggingAlarm('A1', NOW_S, ask)
    expect(asked).toEqual(['alarms.list'])
  })
})
