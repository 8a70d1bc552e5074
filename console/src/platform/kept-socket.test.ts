import { expect, it } from 'vitest'
import { fakeSockets } from './fake-sockets.test-support.ts'
import { KeptSocket } from './kept-socket.ts'

/** A socket whose owner tries again after `afterMs`, and what its owner was told. */
function kept(afterMs: number | undefined) {
  const fake = fakeSockets()
  const told: string[] = []
  const link = new KeptSocket(fake.edge, {
    opening: () => told.push('opening'),
    opened: () => told.push('opened'),
    heard: (data) => told.push(`heard ${String(data)}`),
    lost(code) {
      told.push(`lost ${code}`)
      return afterMs
    },
  })
  link.open()
  return { ...fake, link, told }
}

it('opens the next socket after the time that its owner names, or none', () => {
  const { sockets, timers, told, runTimer } = kept(70)
  sockets[0]!.drop(1006)
  expect(timers.map(({ ms }) => ms)).toEqual([70])
  runTimer()
  expect(sockets).toHaveLength(2)
  expect(told).toEqual(['opening', 'lost 1006', 'opening'])
  const final = kept(undefined)
  final.sockets[0]!.drop(4401)
  expect(final.timers).toEqual([])
})

it('hears nothing more of a socket that was let go or lost', () => {
  const { sockets, link, told, runTimer } = kept(1)
  const [first] = sockets
  first!.drop(1006)
  runTimer()
  first!.say({})
  first!.drop(1006)
  link.close()
  sockets[1]!.drop(1000)
  expect(told).toEqual(['opening', 'lost 1006', 'opening'])
})

it('pings every fifteen seconds and gives a silent socket up after thirty-five', () => {
  const { sockets, timers, time, link, told, runTimer } = kept(5)
  const socket = sockets[0]!
  socket.onopen?.()
  link.keepAlive()
  for (const now of [15_000, 30_000]) {
    time.now = now
    expect(timers.at(-1)?.ms).toBe(15_000)
    runTimer()
  }
  expect(socket.frames).toEqual([
    { type: 'ping', at: 15_000 },
    { type: 'ping', at: 30_000 },
  ])
  socket.say({})
  time.now = 60_000
  runTimer()
  expect(socket.frames).toHaveLength(3)
  time.now = 75_000
  runTimer()
  expect(told.at(-1)).toBe('lost 4000')
  expect(socket.readyState).toBe(3)
  expect(timers.map(({ ms }) => ms)).toEqual([5])
})

it('closes a socket that is still opening only when it is open, which the browser does not complain about', () => {
  const { sockets, link, told } = kept(5)
  const socket = sockets[0]!
  socket.readyState = 0
  link.close()
  expect(socket.readyState).toBe(0)
  socket.onopen?.()
  expect(socket.readyState).toBe(3)
  expect(told).toEqual(['opening'])
})

it('opens no second socket when its owner opened one as soon as it heard of the loss', () => {
  const fake = fakeSockets()
  const link: KeptSocket = new KeptSocket(fake.edge, {
    opening: () => {},
    opened: () => {},
    heard: () => {},
    lost() {
      link.open()
      return 5
    },
  })
  link.open()
  fake.sockets[0]!.drop(1006)
  expect([fake.sockets.length, fake.timers.length]).toEqual([2, 0])
})
