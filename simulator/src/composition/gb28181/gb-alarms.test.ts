import { DAY_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { alarmsInProgress } from '../../areas/alarms/alarms-in-progress.ts'
import type { GbAlarm } from '../../gb28181/device/ports.ts'
import { createClockRig } from '../clock/clock-rig.test-support.ts'
import { createGbAlarms } from './gb-alarms.ts'

const ID = '34020000001320000001'
const PLACE = { sn: 'A', chnId: 1, id: ID }

async function alarmsRig() {
  const rig = await createClockRig()
  const { repository, store, clock } = rig
  const told: GbAlarm[] = []
  const unit = { id: ID, sn: 'A', name: 'A', places: [PLACE], speakers: [] }
  const alarms = createGbAlarms({
    directory: { deviceBySn: () => undefined },
    tellersOf: () => [{ unit: () => unit, alarm: (alarm) => void told.push(alarm) }],
    onAlarms: rig.onAlarms,
    inProgress: (sn) => alarmsInProgress(store.read, sn, clock.now()),
  })
  return {
    rig,
    alarms,
    told,
    duty: () => alarms.dutyOf(PLACE),
    motion: (seq: string, more: { endMs?: number; startMs?: number; quiet?: boolean } = {}) => {
      const { quiet = false, startMs = clock.now(), endMs } = more
      const end = endMs === undefined ? {} : { state: 2 as const, endMs }
      const motion = {
        sn: 'A',
        chnId: 1,
        alarmSeq: seq,
        type: 'VideoAlarm',
        subType: 'Motion',
        startMs,
        ...end,
      }
      return repository.raise([motion], { quiet })
    },
    async [Symbol.asyncDispose]() {
      alarms[Symbol.dispose]()
      await rig[Symbol.asyncDispose]()
    },
  }
}

test('a device is in alarm until its alarms end or are reset', async () => {
  await using at = await alarmsRig()
  const startMs = at.rig.clock.now()
  expect(at.duty()).toBe('ONDUTY')
  await at.motion('one')
  await at.motion('two')
  expect([at.duty(), at.told.length]).toEqual(['ALARM', 2])
  await at.motion('one', { startMs, endMs: startMs + 1000 })
  expect(at.duty()).toBe('ALARM')
  at.alarms.reset([PLACE])
  expect(at.duty()).toBe('ONDUTY')
  await at.motion('three')
  expect([at.duty(), at.told.length]).toEqual(['ALARM', 3])
})

test('alarms that began or ended quietly count, and are not told', async () => {
  await using at = await alarmsRig()
  const startMs = at.rig.clock.now()
  await at.motion('one', { quiet: true })
  expect([at.duty(), at.told]).toEqual(['ALARM', []])
  await at.rig.moves.jump(startMs + DAY_MS)
  await at.motion('one', { quiet: true, startMs, endMs: startMs + 20_000 })
  expect([at.duty(), at.told]).toEqual(['ONDUTY', []])
})

test('without guard a device tells none', async () => {
  await using at = await alarmsRig()
  at.alarms.setGuard([PLACE], false)
  await at.motion('one')
  expect([at.duty(), at.told]).toEqual(['OFFDUTY', []])
  at.alarms.setGuard([PLACE], true)
  expect(at.duty()).toBe('ALARM')
  await at.motion('two')
  expect(at.told).toMatchObject([{ id: ID, method: expect.any(Number) }])
})
