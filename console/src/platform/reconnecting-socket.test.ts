import { expect, it } from 'vitest'
import { fakeSockets } from './fake-sockets.test-support.ts'
import { ReconnectingSocket } from './reconnecting-socket.ts'

/** A socket whose owner tries again after `afterMs`, with the owner's calls. */
function kept(afterMs: number | undefined) {
  const fake = fakeSockets()
  const told: string[] = []
  const link = new ReconnectingSocket(fake.environment, {
    opening: () => told.push('opening'),
    opened: () => told.push('opened'),
    heard: (data) => told.push(`heard ${String(data)}`),
    lost(code) {
      told.push(`lost ${code}`)
      return afterMs
    },
    quiet: (isQuiet) => told.push(isQuiet ? 'quiet' : 'loud'),
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

/** A socket that is signed in, and a way to let its timer come due `afterMs` later. */
function signedIn() {
  const all = kept(5)
  const socket = all.sockets[0]!
  socket.onopen?.()
  all.link.keepAlive()
  const tick = (afterMs = 1000) => {
    all.time.now += afterMs
    expect(all.timers.map(({ ms }) => ms)).toEqual([1000])
    all.runTimer()
  }
  return { ...all, socket, tick }
}

it('pings a silent line, reports it within six seconds, and gives it up after fifteen', () => {
  const { socket, tick, told, timers } = signedIn()
  for (let second = 1; second <= 4; second += 1) tick()
  expect(socket.frames).toEqual([
    { type: 'ping', at: 2000 },
    { type: 'ping', at: 4000 },
  ])
  expect(told).not.toContain('quiet')
  tick()
  expect(told.at(-1)).toBe('quiet')
  for (let second = 6; second <= 14; second += 1) tick()
  expect(told.at(-1)).toBe('quiet')
  tick()
  expect(told.at(-1)).toBe('lost 4000')
  expect(socket.readyState).toBe(3)
  expect(timers.map(({ ms }) => ms)).toEqual([5])
})

it('reports that frames arrive again on a silent line, and keeps its socket', () => {
  const { socket, tick, told, sockets } = signedIn()
  for (let second = 1; second <= 6; second += 1) tick()
  socket.say({})
  expect(told.slice(2)).toEqual(['quiet', 'loud', 'heard {}'])
  for (let second = 1; second <= 4; second += 1) tick()
  expect(told.at(-1)).toBe('heard {}')
  expect(sockets).toHaveLength(1)
})

it('takes no late timer of a hidden page or a machine that slept for silence', () => {
  const { socket, tick, told } = signedIn()
  for (let minute = 1; minute <= 5; minute += 1) {
    tick(60_000)
    socket.say({})
  }
  tick(8 * 3_600_000)
  tick()
  expect(told.filter((one) => one !== 'heard {}')).toEqual(['opening', 'opened'])
  // But it was pinged, and has three more seconds to answer.
  expect(socket.frames.at(-1)).toMatchObject({ type: 'ping' })
  for (let second = 1; second <= 3; second += 1) tick()
  expect(told.at(-1)).toBe('quiet')
})

it('pings a busy line every fifteen seconds', () => {
  const { socket, tick } = signedIn()
  for (let second = 1; second <= 30; second += 1) {
    socket.say({})
    tick()
  }
  expect(socket.frames.map(({ at }) => at)).toEqual([15_000, 30_000])
})

it('counts as silent at once when the browser reports that the network is gone, until a frame arrives', () => {
  const { socket, link, tick, told } = signedIn()
  link.suspect()
  expect(told.at(-1)).toBe('quiet')
  expect(socket.frames).toHaveLength(1)
  tick()
  expect(told.at(-1)).toBe('quiet')
  socket.say({})
  expect(told.slice(-2)).toEqual(['loud', 'heard {}'])
})

it('gives up an attempt that hangs', () => {
  const { sockets, timers, told, runTimer } = kept(70)
  sockets[0]!.readyState = 0
  expect(timers.map(({ ms }) => ms)).toEqual([15_000])
  runTimer()
  expect(told.at(-1)).toBe('lost 4000')
  expect(timers.map(({ ms }) => ms)).toEqual([70])
  // Should it open after all.
  sockets[0]!.onopen?.()
  expect([sockets[0]!.readyState, told.at(-1)]).toEqual([3, 'lost 4000'])
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
  const link: ReconnectingSocket = new ReconnectingSocket(fake.environment, {
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
  // The timer is that of the second one's opening.
  expect([fake.sockets.length, fake.timers.map(({ ms }) => ms)]).toEqual([2, [15_000]])
})
