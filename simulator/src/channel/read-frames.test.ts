import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { countTurns, mostInOneTurn } from '../kernel/turns.test-support.ts'
import { WorkBudget } from '../kernel/work-budget.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { readFrames } from './read-frames.ts'
import { ReadRate } from './read-rate.ts'

/** A socket without a network; `send` delivers a frame of a given size. */
function consoleOn(budget: WorkBudget, onTake = () => {}) {
  const seen = { taken: 0, isPaused: false }
  const clock = createManualClock(0)
  const socket = Object.assign(new EventEmitter(), {
    pause: () => {
      seen.isPaused = true
    },
    resume: () => {
      seen.isPaused = false
    },
  })
  // Reading frames listens to a socket, pauses and resumes it, and no more.
  const stop = readFrames(socket as unknown as WebSocket, {
    hostClock: clock,
    budget,
    rate: new ReadRate(clock.now()),
    received: () => {},
    take() {
      seen.taken++
      onTake()
    },
  })
  return { seen, clock, stop, send: (bytes: number) => socket.emit('message', Buffer.alloc(bytes), false) }
}

test('reads of all sockets together a bounded number of frames a turn, and all of them in the end', async () => {
  const budget = new WorkBudget(20)
  const turns = mostInOneTurn()
  const all = Array.from({ length: 30 }, () => consoleOn(budget, turns.called))
  for (const one of all) for (let n = 0; n < 50; n++) one.send(10)
  await expect.poll(() => all.reduce((sum, { seen }) => sum + seen.taken, 0)).toBe(1500)
  // Frames left over from one turn may fall into the next one.
  expect(turns.end()).toBeLessThanOrEqual(2 * 20)
  expect(all.every(({ seen }) => !seen.isPaused)).toBe(true)
})

test('reads the frame of a polite console within the turns of one round, whatever the others send', async () => {
  const budget = new WorkBudget(20)
  const flooding = Array.from({ length: 100 }, () => consoleOn(budget))
  for (const one of flooding) for (let n = 0; n < 500; n++) one.send(10)
  const polite = consoleOn(budget)
  const turns = countTurns()
  polite.send(10)
  expect(polite.seen.isPaused).toBe(true)
  while (polite.seen.taken === 0) await nextTurn()
  turns.end()
  expect(turns.count()).toBeLessThanOrEqual(Math.ceil(101 / 20) + 1)
  for (const one of flooding) one.stop()
})

test('counts a long frame as the work of many', async () => {
  const budget = new WorkBudget(20)
  const [one, other] = [consoleOn(budget), consoleOn(budget)]
  one.send(20 * 4096)
  other.send(10)
  expect([one.seen.taken, other.seen.taken]).toEqual([1, 0])
  await expect.poll(() => other.seen.taken).toBe(1)
})

test('reads no more from a socket that has sent too much, until it is time', () => {
  const one = consoleOn(new WorkBudget(1e9))
  for (let n = 0; n < 10; n++) one.send(512 * 1024)
  expect([one.seen.taken, one.seen.isPaused]).toEqual([10, true])
  one.clock.advance(5000)
  expect(one.seen.isPaused).toBe(true)
  one.clock.advance(5000)
  expect(one.seen.isPaused).toBe(false)
})

test('takes nothing of a socket that has closed', async () => {
  const one = consoleOn(new WorkBudget(1))
  for (let n = 0; n < 5; n++) one.send(10)
  one.stop()
  for (let n = 0; n < 5; n++) await nextTurn()
  expect(one.seen.taken).toBe(1)
})
