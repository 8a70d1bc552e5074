import { DAY_MS, HOUR_MS } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { alarmsInProgress } from '../../areas/alarms/alarms-in-progress.ts'
import { camera } from '../../onvif/onvif-rig.test-support.ts'
import type { OnvifEvent } from '../../onvif/ports.ts'
import { createClockRig } from '../clock/clock-rig.test-support.ts'
import { createOnvifEvents } from './onvif-events.ts'

/** A platform's time with the events of its camera A. */
async function eventsRig() {
  const rig = await createClockRig()
  const { repository, store, clock, host } = rig
  const cameras = new Set(['A', 'B'])
  const open = () =>
    createOnvifEvents({
      cameras: { find: (sn) => (cameras.has(sn) ? camera(sn) : undefined) },
      clock,
      hostClock: host,
      onAlarms: rig.onAlarms,
      onQuietChange: (listener) => repository.onQuietChange(listener),
      inProgress: (sn) => alarmsInProgress(store.read, sn, clock.now()),
    })
  let events = open()
  const told: string[] = []
  const hear = ({ kind, isActive }: OnvifEvent) => void told.push(`${kind} ${isActive ? 'begins' : 'ends'}`)
  return {
    rig,
    cameras,
    told,
    watch: (sn = 'A') => events.subscribe(sn, hear),
    restart() {
      events[Symbol.dispose]()
      events = open()
    },
    isActive: (kind = 'motion', sn = 'A') =>
      events.statesOf(sn).find((one) => one.kind === kind)?.isActive ?? false,
    motion: (seq: string, ended = false, { quiet = false, startMs = clock.now() } = {}) =>
      repository.raise(
        [
          {
            ...{ sn: 'A', chnId: 1, alarmSeq: seq, type: 'VideoAlarm', subType: 'Motion', startMs },
            ...(ended && { state: 2, endMs: startMs + 20_000 }),
          },
        ],
        { quiet },
      ),
    async [Symbol.asyncDispose]() {
      events[Symbol.dispose]()
      await rig[Symbol.asyncDispose]()
    },
  }
}

test('motion begins and ends with its alarms, and several are one', async () => {
  await using at = await eventsRig()
  at.watch()
  await at.motion('one')
  await at.motion('two')
  await at.motion('one', true)
  expect(at.isActive()).toBe(true)
  await at.motion('two', true)
  expect(at.told).toEqual(['motion begins', 'motion ends'])
  expect(at.isActive()).toBe(false)
})

test('motion whose end was stored quietly ends, and the next is told', async () => {
  await using at = await eventsRig()
  at.watch()
  const startMs = at.rig.clock.now()
  await at.motion('one')
  await at.rig.moves.jump(startMs + DAY_MS)
  await at.motion('one', true, { quiet: true, startMs })
  await at.rig.pass(2000)
  expect(at.told).toEqual(['motion begins', 'motion ends'])
  expect(at.isActive()).toBe(false)
  await at.motion('two')
  expect(at.told).toEqual(['motion begins', 'motion ends', 'motion begins'])
})

test('motion that began quietly is told, and so is its end', async () => {
  await using at = await eventsRig()
  at.watch()
  const startMs = at.rig.clock.now()
  await at.motion('one', false, { quiet: true, startMs })
  await at.rig.pass(2000)
  expect(at.isActive()).toBe(true)
  await at.motion('one', true, { startMs })
  expect(at.told).toEqual(['motion begins', 'motion ends'])
})

test('a clock that goes back ends what lies ahead, and brings back what was in progress then', async () => {
  await using at = await eventsRig()
  at.watch()
  const startMs = at.rig.clock.now()
  await at.motion('early')
  await at.rig.pass(20_000)
  await at.motion('early', true, { startMs })
  await at.rig.moves.jump(startMs + 5000)
  await at.rig.pass(2000)
  expect(at.isActive()).toBe(true)
  await at.rig.moves.jump(startMs - HOUR_MS)
  await at.rig.pass(2000)
  expect(at.isActive()).toBe(false)
  expect(at.told).toEqual(['motion begins', 'motion ends', 'motion begins', 'motion ends'])
})

test('after a restart alarms in progress are there, and end', async () => {
  await using at = await eventsRig()
  const startMs = at.rig.clock.now()
  await at.motion('one')
  at.restart()
  expect(at.isActive()).toBe(true)
  at.watch()
  expect(at.isActive()).toBe(true)
  await at.motion('one', true, { startMs })
  expect(at.told).toEqual(['motion ends'])
})

test('a camera that went during an alarm and came again is as its alarms say', async () => {
  await using at = await eventsRig()
  at.watch()
  await at.motion('one')
  at.cameras.delete('A')
  await at.rig.repository.endOf(['A'], at.rig.clock.now())
  at.cameras.add('A')
  expect(at.isActive()).toBe(false)
  await at.motion('two')
  expect(at.isActive()).toBe(true)
})

test('of two cameras each is told its own, and who left is told nothing', async () => {
  await using at = await eventsRig()
  const leave = at.watch('B')
  await at.motion('one')
  expect(at.told).toEqual([])
  expect(at.isActive('motion', 'B')).toBe(false)
  leave()
  at.watch()()
  await at.motion('two')
  expect(at.told).toEqual([])
})
