import { MANUAL_SNAPSHOT } from '@backlot/contract/alarms/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { newestFlags } from './newest-flags.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const MINUTE_MS = 60_000
const SPAN = { sinceMs: START_MS - 60 * MINUTE_MS, atMs: START_MS }

test('what flags no device hides no older alarm, after a start as after a jump of the clock', async () => {
  const raise = (sn: string, minutesAgo: number, type: string, subType = '') =>
    platform.records.alarms.raise([
      {
        sn,
        chnId: 1,
        alarmSeq: `${type} ${subType}`,
        type,
        subType,
        startMs: START_MS - minutesAgo * MINUTE_MS,
      },
    ])
  await raise('N-PTZ', 9, 'AiAlarm', 'Fire')
  await raise('N-PTZ', 8, 'UpLoadFile')
  await raise('N-PTZ', 7, 'Head')
  await raise('N-PTZ', 6, 'Snapshot', MANUAL_SNAPSHOT)
  await raise('N-PTZ', 5, MANUAL_SNAPSHOT)
  await raise('S-PTZ', 5, 'UpLoadFile')
  const [confirmed] = await raise('S-PTZ', 4, 'AiAlarm', 'Fire')
  const admin = await platform.signIn('admin')
  await admin.post('/alarm/processing', { list: [confirmed], type: 5 })
  await raise('N-CAR', 61, 'VehicleAlarm', 'Overspeed')

  const flags = new Map([
    ['N-PTZ', 1],
    ['S-PTZ', 2],
  ])
  expect(newestFlags(platform.store.read, SPAN)).toEqual(flags)
  await platform.records.alarms.resetFlags(SPAN.atMs, SPAN.sinceMs)
  const stored = platform.store.read.prepare('SELECT sn, alarm_flg FROM alarm_flags').raw().all()
  expect(new Map(stored as [string, number][])).toEqual(flags)
})
