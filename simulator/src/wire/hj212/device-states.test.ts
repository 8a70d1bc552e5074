import { expect, test } from 'vitest'
import { readDeviceStates, stateEntry } from './device-states.ts'
import { readSegment } from './read-segment.ts'

function statesOf(cn: string, parameters: string) {
  const result = readSegment(
    `QN=20160801085857223;ST=32;CN=${cn};PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&${parameters}&&`,
  )
  if (!result.ok) throw new Error(result.problem.message)
  return readDeviceStates(result.packet)
}
const AT = Date.UTC(2016, 7, 1, 0, 58, 57)

test('run states, hours run and the time of a start are read as the examples of the standard have them', () => {
  expect(statesOf('2021', 'DataTime=20160801085857;SB1-RS=1;SB2-RS=0')).toEqual({
    kind: 'status',
    atMs: AT,
    rows: [
      { code: 'SB1-RS', value: 1 },
      { code: 'SB2-RS', value: 0 },
    ],
  })
  expect(statesOf('2041', 'DataTime=20160801000000;SB1-RT=24;SB2-RT=10.5')).toMatchObject({
    kind: 'runTime',
    rows: [
      { code: 'SB1-RT', value: 24 },
      { code: 'SB2-RT', value: 10.5 },
    ],
  })
  expect(statesOf('2081', 'DataTime=20160801085857;RestartTime=20160801085624')).toEqual({
    kind: 'restart',
    atMs: AT,
    rows: [{ code: 'RestartTime', value: Date.UTC(2016, 7, 1, 0, 56, 24) }],
  })
})

test('what tells no state is none, and only states have a name', () => {
  expect(statesOf('2021', 'DataTime=20160801085857;SB1-RS=on')).toBeUndefined()
  expect(statesOf('2081', 'RestartTime=20160861085624')).toBeUndefined()
  expect(statesOf('2011', 'DataTime=20160801085857;SB1-RS=1')).toBeUndefined()
  expect(stateEntry('SB12-RT')).toEqual({ zh: '设备12运行时间', en: 'Device 12 run time', unit: 'h' })
  expect(stateEntry('a34004')).toBeUndefined()
})
