import { readAdapter } from '@backlot/contract/adapters/platform-adapter'
import { expect, it, vi } from 'vitest'
import { batch, credentials, setUp } from './channel.test-support.ts'
import { createChannel } from './channel-connection.ts'
import { fakeSockets } from './fake-sockets.test-support.ts'

it('signs in first and then asks for its subscriptions', () => {
  const { channel, signIn } = setUp()
  channel.subscribe({ id: 'alarms', topics: ['alarm'], scope: { kind: 'subtree', groupId: 0 } })
  channel.connect(credentials)
  const socket = signIn()
  expect(socket.frames[0]).toEqual({ type: 'login', ...credentials })
  expect(socket.frames[1]).toMatchObject({ type: 'subscribe', id: 'alarms', snapshot: true })
  expect(channel.state()).toBe('open')
})

it('leaves out rows that do not fit and hands on the others', () => {
  const { channel, signIn } = setUp()
  const heard = vi.fn()
  channel.on('gps', heard)
  channel.connect(credentials)
  const fix = { sn: 'V1', longitude: 116, latitude: 39, speed: 40, direction: 90, locationTime: 1 }
  signIn().say(batch([{ type: 'gps', list: [fix, { sn: 'V2' }] }, { type: 'unheard of' }]))
  expect(heard).toHaveBeenCalledExactlyOnceWith({ type: 'gps', list: [fix] })
})

it("speaks a platform's own language: other words, no pings, no answer to the sign-in", () => {
  const { sockets, timers, environment } = fakeSockets()
  const asked: unknown[] = []
  const adapter = readAdapter({
    channel: {
      type: 'cmd',
      body: 'data',
      lacks: ['subscribe', 'ping'],
      signInAnswered: false,
      frames: {
        login: { name: 'AUTH', fields: { sessionId: 'token' } },
        status: { name: 'ST', rows: { sn: 'code' } },
      },
    },
  })
  const channel = createChannel({
    ...environment,
    openSocket(who) {
      asked.push(who)
      return environment.openSocket()
    },
    adapter: () => adapter,
    onRefused: vi.fn(),
    onClock: vi.fn(),
  })
  const heard: unknown[] = []
  channel.on('status', ({ list }) => heard.push(...list))
  channel.subscribe({ topics: ['status'], scope: { kind: 'subtree', groupId: 0 } })
  channel.connect(credentials)
  sockets[0]!.onopen?.()
  expect(asked).toEqual([credentials])
  expect(channel.state()).toBe('open')
  expect(sockets[0]!.frames).toEqual([
    { cmd: 'AUTH', data: { projectName: 'backlot', loginName: 'admin', token: 'S' } },
  ])
  expect(timers).toEqual([])
  sockets[0]!.say({ cmd: 'ST', data: [{ code: 'a', videoOnlineStatus: 1 }, { code: 7 }] })
  sockets[0]!.say([{ cmd: 'WEATHER' }, { cmd: 'ST', data: [{ code: 'b' }] }])
  expect(heard).toEqual([{ sn: 'a', videoOnlineStatus: 1 }, { sn: 'b' }])
})

it('garbage shows as a disturbance, and the first frame after it has everything that was missed asked for', () => {
  const { channel, sockets, time, signIn } = setUp()
  const told: boolean[] = []
  channel.onDisturbed((isDisturbed) => told.push(isDisturbed))
  channel.connect(credentials)
  channel.subscribe({ id: 'gps', topics: ['gps'], scope: { kind: 'subtree', groupId: 0 } })
  const first = signIn()
  first.say(batch([{ type: 'alarm', list: [], updateOnly: false, cursor: 57 }]))
  for (const data of ['<html>', '{"type":"bat', new ArrayBuffer(3), '[]']) first.onmessage?.({ data })
  expect(told).toEqual([false, true])
  expect(sockets).toHaveLength(1)
  first.say({ type: 'pong', at: 1 })
  expect(sockets).toHaveLength(2)
  const second = signIn()
  expect(told).toEqual([false, true, false])
  expect(second.frames[0]).toMatchObject({ type: 'login', alarmCursor: 57 })
  expect(second.frames[1]).toMatchObject({ type: 'subscribe', id: 'gps' })
  // Not again and again.
  second.onmessage?.({ data: '<html>' })
  second.say({ type: 'pong', at: 2 })
  expect(sockets).toHaveLength(2)
  time.now += 10_000
  second.say({ type: 'pong', at: 3 })
  expect(sockets).toHaveLength(3)
})

it('a frame of a kind that is not known here is no disturbance', () => {
  const { channel, sockets, signIn } = setUp()
  channel.connect(credentials)
  const socket = signIn()
  socket.say({ type: 'somethingNew' })
  socket.say({ type: 'pong', at: 1 })
  expect(sockets).toHaveLength(1)
})
