import { expect, test } from 'vitest'
import { isAlarmType } from '../../areas/alarms/alarm-types.ts'
import { readSegment } from '../../wire/hj212/read-segment.ts'
import { FIELD_UNITS } from '../../wire/hj212/units.ts'
import type { Intake, ReceivedAlarm } from '../intake.ts'
import { createHj212Counters } from './gateway-counters.ts'
import { takeData } from './take-data.ts'

const NOW = Date.UTC(2026, 10, 20)

/** What the platform is told of a packet. */
function told(parameters: string) {
  const result = readSegment(
    `QN=20040516010101001;ST=32;CN=2072;PW=123456;MN=88888880000001;Flag=0;CP=&&${parameters}&&`,
  )
  if (!result.ok) throw new Error(result.problem.message)
  const alarms: ReceivedAlarm[] = []
  const intake = { alarm: (_sn: string, alarm: ReceivedAlarm) => alarms.push(alarm) } as unknown as Intake
  takeData({ intake, units: FIELD_UNITS, counters: createHj212Counters() }, 'A1', result.packet, NOW)
  return alarms
}

test('the example of the standard is an alarm of its time', () => {
  expect(told('AlarmTime=20040506010101;101-Ala=1.1,AlarmType=1')).toEqual([
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
  expect(alarms.every(({ type, subType }) => isAlarmType(type, String(subType)))).toBe(true)
})

test('an event that is over, or without a pollutant, is none; one of the future is of now', () => {
  expect(told('AlarmTime=20261120080000;a34002-Ala=42,AlarmType=0')).toEqual([])
  expect(told('AlarmTime=20261120080000;AlarmType=1')).toEqual([])
  expect(told('AlarmTime=20261120090000;a34002-Ala=420,AlarmType=1')).toMatchObject([{ atMs: NOW }])
})
