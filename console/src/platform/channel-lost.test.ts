import { expect, it } from 'vitest'
import { batch, credentials, setUp } from './channel.test-support.ts'

it('waits longer each time, up to 15 seconds', () => {
  const { channel, sockets, timers, reconnect } = setUp()
  channel.connect(credentials)
  const waits: number[] = []
  for (let i = 0; i < 7; i += 1) {
    sockets.at(-1)!.drop(1006)
    waits.push(timers.at(-1)!.ms)
    reconnect()
  }
  expect(waits[0]).toBeLessThanOrEqual(1000)
  expect(waits[3]).toBeGreaterThan(waits[1]!)
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000)
  expect(waits[6]).toBeGreaterThanOrEqual(11_250)
})

it('does not come back when the platform refused or kicked it out', () => {
  for (const [code, told] of [
    [4401, [4401]],
    [4409, []],
  ] as const) {
    const { channel, refused, signIn, timers } = setUp()
    channel.connect(credentials)
    signIn().drop(code)
    expect(refused).toEqual(told)
    expect(timers).toEqual([])
  }
})

it('reports since when a connection is lost, and when it is back', () => {
  const { channel, sockets, time, signIn, reconnect } = setUp()
  const told: unknown[] = []
  channel.onLost((heardAt) => told.push(heardAt))
  channel.connect(credentials)
  sockets[0]!.drop(1006)
  reconnect()
  // There was no connection yet.
  expect(told).toEqual([undefined])
  const first = signIn()
  time.now = 70_000
  first.say(batch([]))
  time.now = 72_000
  first.drop(1006)
  expect(told).toEqual([undefined, 70_000])
  reconnect()
  sockets.at(-1)!.drop(1006)
  reconnect()
  signIn()
  expect(told).toEqual([undefined, 70_000, undefined])
  channel.close()
  expect(channel.lost()).toBeUndefined()
})

it('does not wait for its next attempt when a call is answered over HTTP, and is not driven by many of them', () => {
  const { channel, sockets, time, signIn } = setUp()
  channel.connect(credentials)
  channel.answered()
  expect(sockets).toHaveLength(1)
  signIn()
  channel.answered()
  expect(sockets).toHaveLength(1)
  time.now += 60_000
  sockets.at(-1)!.drop(1006)
  channel.answered()
  expect(sockets).toHaveLength(2)
  sockets.at(-1)!.drop(1006)
  channel.answered()
  expect(sockets).toHaveLength(2)
  time.now += 1000
  channel.answered()
  channel.answered()
  expect(sockets).toHaveLength(3)
  signIn()
  expect(channel.state()).toBe('open')
  channel.close()
  channel.answered()
  expect(sockets).toHaveLength(3)
})

it('is lost while the line is silent, and follows the network events of the browser', () => {
  const { channel, sockets, timers, time, signIn } = setUp()
  channel.connect(credentials)
  const first = signIn()
  for (let second = 0; second < 5; second += 1) {
    time.now += 1000
    timers.pop()!.run()
  }
  expect([channel.state(), channel.lost()]).toEqual(['open', 0])
  first.say({ type: 'pong', at: 1 })
  expect(channel.lost()).toBeUndefined()
  channel.networkBack()
  expect(sockets).toHaveLength(1)
  channel.networkGone()
  expect(channel.lost()).toBe(5000)
  channel.networkBack()
  expect(channel.lost()).toBe(5000)
  expect(sockets).toHaveLength(2)
  signIn()
  expect([channel.state(), channel.lost()]).toEqual(['open', undefined])
})
