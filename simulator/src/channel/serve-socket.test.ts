import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { WorkBudget } from '../kernel/work-budget.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import type { ConsoleLink } from './console-link.ts'
import { serveSocket } from './serve-socket.ts'
import { WaitingRoom } from './waiting-room.ts'

/** Sockets of a channel that takes one frame in a turn. */
function slowChannel(mostSilent: number) {
  const clock = createManualClock(0)
  const waiting = new WaitingRoom<ConsoleLink>(mostSilent)
  const ingest = new WorkBudget(1)
  return {
    clock,
    open() {
      const seen = { isCut: false, closed: '', taken: 0 }
      const socket = Object.assign(new EventEmitter(), { pause() {}, resume() {} })
      const link = {
        cut() {
          seen.isCut = true
        },
        close(reason: string) {
          seen.closed = reason
        },
      }
      // Serving a socket listens to it, pauses and resumes it, and cuts or closes the link, and no more.
      serveSocket(
        socket as unknown as WebSocket,
        link as unknown as ConsoleLink,
        {
          take() {
            seen.taken++
          },
        },
        {
          hostClock: clock,
          ingest,
          metrics: { sent() {}, received() {}, dropped() {} },
          waiting,
        },
      )
      return { seen, say: () => socket.emit('message', Buffer.from('{}'), false) }
    },
  }
}

test('consoles that have sent their login keep their place, however many come and however late they are read', async () => {
  const channel = slowChannel(3)
  const consoles = Array.from({ length: 50 }, () => {
    const console = channel.open()
    console.say()
    return console
  })
  channel.clock.advance(60_000)
  await expect.poll(() => consoles.every(({ seen }) => seen.taken === 1)).toBe(true)
  expect(consoles.filter(({ seen }) => seen.isCut || seen.closed !== '')).toEqual([])
})

test('silent sockets are cut when there are too many, and closed after ten seconds', () => {
  const channel = slowChannel(3)
  const silent = Array.from({ length: 5 }, () => channel.open())
  expect(silent.map(({ seen }) => seen.isCut)).toEqual([true, true, false, false, false])
  channel.clock.advance(10_001)
  expect(silent[4]?.seen.closed).toBe('signInFirst')
})
