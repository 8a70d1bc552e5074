import { alarmFlagAfter } from '@backlot/contract/alarms/constants'
import { controlClock } from '@backlot/contract/control/calls'
import { positions } from '@backlot/contract/devices/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ask, flaggingAlarm } from '../../console/src/areas/map/flagging-alarm.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let simulator: LaunchedSimulator
let admin: Operator

beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp', '--past-days', '7'])
  admin = await Operator.signIn(simulator.url)
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

it('every device that the map shows as alarmed has an alarm to open, however old', async () => {
  const { sn: sns, status } = await admin.call(positions)
  const flagged = sns.filter((_, place) => ((status[place]! >> 1) & 3) === 1)
  expect(flagged.length).toBeGreaterThan(20)
  const nowS = Math.floor((await control(simulator.url, controlClock)).nowMs / 1000)
  const ask: Ask = (call, { query }) => admin.call(call, { query })
  const found = await Promise.all(flagged.map((sn) => flaggingAlarm(sn, nowS, ask)))
  expect(flagged.filter((_, place) => found[place] === undefined)).toEqual([])
  expect(found.map((alarm) => alarm!.sn)).toEqual(flagged)
  expect(found.every((alarm) => alarmFlagAfter(alarm!.processingType) === 1)).toBe(true)
  // The case that the last 24 hours do not answer is among them.
  expect(found.some((alarm) => alarm!.startTime < nowS - 86_400)).toBe(true)
  expect(found.some((alarm) => alarm!.processingType !== null)).toBe(true)
})
