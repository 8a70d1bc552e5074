import { expect, test } from 'vitest'
import { ALARM_TYPES } from '../../history/alarm-types/alarm-types.ts'
import { readSegment } from '../../wire/hj212/read-segment.ts'
import { AlarmEvents, type OpenEvent } from './alarm-event.ts'

const NOW = Date.UTC(2026, 10, 20)

function packet(parameters: string) {
  const result = readSegment(
    `QN=20040516010101001;ST=32;CN=2072;PW=123456;MN=88888880000001;Flag=0;CP=&&${parameters}&&`,
  )
  if (!result.ok) throw new Error(result.problem.message)
  return result.packet
}

/** Alarms that the platform receives from packets of one station, one after the other. */
const told = (...texts: string[]) => toldAt(NOW, ...texts)
function toldAt(nowMs: number, ...texts: string[]) {
  const events = new AlarmEvents(() => undefined)
  return texts.flatMap((text) => events.take('A1', packet(text), nowMs))
}

test('the example of the standard is an alarm of its time', () => {
  const nowMs = Date.UTC(2004, 4, 6)
  expect(toldAt(nowMs, 'AlarmTime=20040506010101;101-Ala=1.1,AlarmType=1')).toEqual([
    {
      atMs: Date.UTC(2004, 4, 5, 17, 1, 1),
      type: 'EnvironmentAlarm',
      subType: 'Pollutant',
      chnId: 0,
      alarmSeq: 'hj212-101-1083776461',
    },
  ])
})

test('each pollutant over its limit is an alarm of the kind that operators know', () => {
  const alarms = told('AlarmTime=20261120080000;a34002-Ala=420,a34002-AlarmType=1;LA-Ala=81,LA-AlarmType=1')
  expect(alarms.map(({ type, subType, atMs }) => [type, subType, atMs])).toEqual([
    ['DustAlarm', 'PM10', NOW],
    ['EnvironmentAlarm', 'Noise', NOW],
  ])
  const known = ALARM_TYPES.flatMap(({ type, subTypes }) =>
    subTypes.map(({ subType }) => `${type} ${subType}`),
  )
  expect(known).toEqual(expect.arrayContaining(alarms.map(({ type, subType }) => `${type} ${subType}`)))
})

test('an event that is over ends the alarm of its pollutant, once; of the others nothing is told', () => {
  const [begun, ended, ...more] = told(
    'AlarmTime=20261120070000;a34002-Ala=420,AlarmType=1',
    'AlarmTime=20261120071500;a34002-Ala=42,AlarmType=0',
    'AlarmTime=20261120071600;a34002-Ala=42,AlarmType=0',
    'AlarmTime=20261120071600;LA-Ala=42,AlarmType=0',
  )
  const minutes = (n: number) => NOW - (60 - n) * 60_000
  expect(begun).toMatchObject({ atMs: minutes(0), alarmSeq: 'hj212-a34002-1795129200' })
  expect(begun).not.toHaveProperty('endMs')
  expect(ended).toEqual({ ...begun, endMs: minutes(15) })
  expect(more).toEqual([])
})

test('the end of an alarm that was told before a start is that of the one that is stored', () => {
  const open: OpenEvent = { atMs: NOW - 3_600_000, alarmSeq: 'hj212-a34002-1795129200' }
  const asked: string[] = []
  const events = new AlarmEvents((sn, prefix) => {
    asked.push(`${sn} ${prefix}`)
    return open
  })
  expect(events.take('A1', packet('AlarmTime=20261120071500;a34002-Ala=42,AlarmType=0'), NOW)).toMatchObject([
    { ...open, type: 'DustAlarm', endMs: NOW - 45 * 60_000 },
  ])
  expect(asked).toEqual(['A1 hj212-a34002-'])
})

test('an event without a pollutant is none; one of the future is of now', () => {
  expect(told('AlarmTime=20261120080000;AlarmType=1')).toEqual([])
  expect(told('AlarmTime=20261120090000;a34002-Ala=420,AlarmType=1')).toMatchObject([{ atMs: NOW }])
})
