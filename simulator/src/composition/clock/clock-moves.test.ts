import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { createClockRig } from './clock-rig.test-support.ts'

test('what a jump back hides comes again as new, once; what it cuts does not', async () => {
  await using rig = await createClockRig()
  await rig.pass(1000)
  await rig.raise('before', 'A')
  const beforeMs = rig.clock.now()
  await rig.moves.jump(beforeMs + MINUTE_MS)
  await rig.raise('later', 'B')
  const laterMs = rig.clock.now()
  expect(rig.popups).toEqual(['before', 'later'])
  const flag = (name: string) => rig.directory.state(rig.directory.slotOf(name)!).alarmFlg
  expect([flag('A'), flag('B')]).toEqual([1, 1])

  await rig.moves.jump(laterMs - 2000)
  expect(rig.visibleAlarms()).toEqual(['before'])
  expect([flag('A'), flag('B')]).toEqual([1, 0])
  await rig.pass(4000)
  expect(rig.visibleAlarms()).toEqual(['before', 'later'])
  expect(rig.popups).toEqual(['before', 'later', 'later'])
  expect(flag('B')).toBe(1)

  await rig.moves.jump(laterMs - 2000, true)
  await rig.pass(6000)
  expect(rig.visibleAlarms()).toEqual(['before'])
  expect(rig.popups).toEqual(['before', 'later', 'later'])
})

test('what was done to the world is hidden by a jump back and gone after a cut', async () => {
  await using rig = await createClockRig()
  const weather = () =>
    rig.interventionLog.interventions
      .touching('weather', rig.clock.now() - 1, rig.clock.now())
      .map(({ dust }) => dust)
  await rig.pass(1000)
  await rig.interventionLog.append(rig.clock.now(), { kind: 'weather', dust: 0.5, forMs: HOUR_MS })
  await rig.pass(1000)
  expect(weather()).toEqual([0.5])
  const atMs = rig.clock.now()
  await rig.moves.jump(atMs - MINUTE_MS)
  expect(weather()).toEqual([])
  await rig.moves.jump(atMs)
  expect(weather()).toEqual([0.5])
  await rig.moves.jump(atMs - MINUTE_MS, true)
  await rig.moves.jump(atMs)
  expect(weather()).toEqual([])
})

test('where people placed a device comes again with its time', async () => {
  await using rig = await createClockRig()
  await rig.pass(60_000)
  const placedMs = rig.clock.now()
  await rig.place('A', 116.5)
  await rig.moves.jump(placedMs - 5000)
  await rig.pass(4000)
  expect(rig.applied).toEqual([])
  expect(rig.longitudeOf('A')).toBe(116.4)
  await rig.pass(2000)
  expect(rig.applied).toHaveLength(1)
  expect(rig.longitudeOf('A')).toBe(116.5)
})

test('an alarm that was over is in progress again before its end', async () => {
  await using rig = await createClockRig()
  const startMs = rig.clock.now()
  await rig.pass(20_000)
  const alarm = { sn: 'A', chnId: 1, alarmSeq: 'x', type: 'IoAlarm', subType: 'SOS', startMs }
  await rig.repository.raise([{ ...alarm, state: 2, endMs: startMs + 15_000 }])
  await rig.moves.jump(startMs + 5000)
  const [again] = await rig.repository.raise([alarm])
  expect(again).toMatchObject({ state: 1, endTime: null })
})
