import { expect, test } from 'vitest'
import { createPlatformTroubles, type TroubleChange } from '../kernel/platform-troubles.ts'
import { createHostClock } from './host-clock.ts'
import { createManualClock } from './manual-clock.ts'
import { createPlatformClock } from './platform-clock.ts'
import { testMachine } from './test-machine.test-support.ts'
import { watchMachineClock } from './watch-machine-clock.ts'

const HOUR_MS = 3_600_000

/** A platform's clock on a machine whose clocks the test moves; `look` lets a second pass and the watch look. */
function rig(options: { lastRunMs?: number } = {}) {
  const machine = testMachine()
  const timers = createManualClock(0)
  const host = { ...createHostClock(machine.sources), after: timers.after, every: timers.every }
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const board = createPlatformTroubles(host)
  const changes: TroubleChange[] = []
  board.onChange((change) => changes.push(change))
  const stop = watchMachineClock({
    host,
    clock,
    board,
    lastRunMs: options.lastRunMs ?? 0,
    jump: clock.jump,
  })
  const look = (seconds = 1) => {
    for (let n = 0; n < seconds; n++) {
      machine.pass(1000)
      timers.advance(1000)
    }
  }
  return { machine, host, clock, board, changes, look, stop, timers }
}

test('a wall clock that is set back an hour moves no platform time, and is reported once until it is right again', () => {
  const { machine, clock, board, changes, look } = rig()
  const before = clock.now()
  machine.setWall(-HOUR_MS)
  look(10)
  expect(clock.now() - before).toBe(10_000)
  expect(clock.epoch()).toBe(1)
  expect(changes).toEqual([{ began: expect.objectContaining({ kind: 'clockOff', byMs: -HOUR_MS }) }])
  machine.setWall(HOUR_MS)
  look(10)
  expect(changes.at(-1)).toEqual({ over: 'clockOff' })
  expect(board.list()).toEqual([])
  expect(clock.now() - before).toBe(20_000)
})

test('one that is set far ahead is no sleep', () => {
  const { machine, clock, changes, look } = rig()
  const before = clock.now()
  machine.setWall(400 * 24 * HOUR_MS)
  look(2)
  expect(clock.now() - before).toBe(2000)
  expect(changes).toHaveLength(1)
})

test('steps of a second or two are no news; they count together', () => {
  const { machine, changes, look } = rig()
  for (let n = 0; n < 2; n++) {
    machine.setWall(2000)
    look()
  }
  expect(changes).toEqual([])
  machine.setWall(2000)
  look(5)
  expect(changes).toEqual([{ began: expect.objectContaining({ kind: 'clockOff', byMs: 6000 }) }])
})

test('after a sleep the platform is where it would be, in a new epoch, and says so for ten minutes', () => {
  const { machine, host, clock, board, look } = rig()
  const before = clock.now()
  const hostBefore = host.now()
  machine.sleep(2 * HOUR_MS)
  look()
  expect(clock.now() - before).toBe(2 * HOUR_MS + 1000)
  expect(host.now() - hostBefore).toBe(2 * HOUR_MS + 1000)
  expect(clock.epoch()).toBe(2)
  expect(board.list()).toEqual([expect.objectContaining({ kind: 'machineSlept', byMs: 2 * HOUR_MS })])
  look(601)
  expect(board.list()).toEqual([])
})

test('a clock that was paused or at another pace sleeps in its own way', () => {
  const paused = rig()
  paused.clock.pause()
  const stood = paused.clock.now()
  paused.machine.sleep(HOUR_MS)
  paused.look()
  expect([paused.clock.now() - stood, paused.clock.epoch()]).toEqual([0, 1])
  const fast = rig()
  fast.clock.speed(10)
  const before = fast.clock.now()
  fast.machine.sleep(HOUR_MS)
  fast.look()
  expect(fast.clock.now() - before).toBe(10 * (HOUR_MS + 1000))
})

test('a start before the time of the last run is a trouble until that time has come', () => {
  const { board, look, stop, timers } = rig({ lastRunMs: 1_800_000_000_000 + 60_000 })
  expect(board.list()).toEqual([expect.objectContaining({ kind: 'clockBehind', byMs: 60_000 })])
  look(59)
  expect(board.list()).toHaveLength(1)
  look()
  expect(board.list()).toEqual([])
  stop()
  expect(timers.pending()).toBe(0)
})
