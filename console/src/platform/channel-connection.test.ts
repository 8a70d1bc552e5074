import { readAdapter } from '@backlot/contract/adapters/platform-adapter'
import { getInfo } from '@backlot/contract/session/calls'
import { expect, it, vi } from 'vitest'
import { createChannel } from './channel-connection.ts'
import { fakeSockets } from './fake-sockets.test-support.ts'

const credentials = { projectName: 'backlot', loginName: 'admin', sessionId: 'S' }
const clock = { nowMs: 1000, rate: 1, epoch: 1, zoneMinutes: 480 }

/** A channel with sockets and timers in the test's hands. */
function setUp() {
  const { sockets, timers, time, environment } = fakeSockets()
  const refused: number[] = []
  const channel = createChannel({
    ...environment,
    onRefused: (code) => refused.push(code),
    onClock: vi.fn(),
  })
  const signIn = (more: object = {}) => {
    const socket = sockets.at(-1)!
    socket.onopen?.()
    socket.say({ type: 'loginReply', code: 0, msg: '', boot: 'b1', clock, alarmCursor: 40, ...more })
    return socket
  }
  const reconnect = () => {
    const timer = timers.find(({ ms }) => ms <= 15_000 && ms >= 700)!
    timers.splice(timers.indexOf(timer), 1)
    timer.run()
  }
  return { channel, sockets, timers, time, refused, signIn, reconnect }
}

const batch = (messages: object[], more: object = {}) => ({
  type: 'batch',
  boot: 'b1',
  epoch: 1,
  at: 1,
  messages,
  ...more,
})

it('signs in first and then asks for its subscriptions', () => {
  const { channel, signIn } = setUp()
  channel.subscribe({ id: 'alarms', topics: ['alarm'], scope: { kind: 'subtree', groupId: 0 } })
  channel.connect(credentials)
  const socket = signIn()
  expect(socket.frames[0]).toEqual({ type: 'login', ...credentials })
  expect(socket.frames[1]).toMatchObject({ type: 'subscribe', id: 'alarms', snapshot: true })
  expect(channel.state()).toBe('open')
})

it('resumes alarms by the highest cursor and asks for subscriptions again after a cut', () => {
  const { channel, signIn, reconnect } = setUp()
  channel.connect(credentials)
  const first = signIn()
  channel.subscribe({ id: 'gps', topics: ['gps'], scope: { kind: 'subtree', groupId: 0 } })
  first.say(batch([{ type: 'alarm', list: [], updateOnly: false, cursor: 57 }]))
  first.drop(1006)
  expect(channel.state()).toBe('closed')
  reconnect()
  const second = signIn({ alarmCursor: 90 })
  expect(second.frames[0]).toMatchObject({ type: 'login', alarmCursor: 57 })
  expect(second.frames[1]).toMatchObject({ type: 'subscribe', id: 'gps' })
})

it('keeps gaps that were announced and not counted over cuts, and tells nobody of them before their counts come', () => {
  const { channel, signIn, reconnect } = setUp()
  const heard: unknown[] = []
  channel.on('alarmGap', (gap) => heard.push(gap))
  channel.connect(credentials)
  const announced = {
    type: 'alarmGap',
    skipped: 0,
    fromCursor: 57,
    toCursor: 900,
    byType: {},
    counted: false,
  }
  const part = { type: 'alarmGap', skipped: 5, fromCursor: 500, toCursor: 900, byType: { A: 5 } }
  const first = signIn()
  first.say(batch([announced, { type: 'alarm', list: [], updateOnly: false, cursor: 905 }]))
  first.say(batch([part]))
  expect(heard).toEqual([part])
  first.drop(1006)
  reconnect()
  const second = signIn({ alarmCursor: 905 })
  const rest = { fromCursor: 57, toCursor: 500 }
  expect(second.frames[0]).toMatchObject({ type: 'login', alarmCursor: 905, alarmGaps: [rest] })
  second.say(batch([{ ...part, ...rest }]))
  second.drop(1006)
  reconnect()
  const third = signIn({ alarmCursor: 12 })
  expect(third.frames[0]).toEqual({ type: 'login', ...credentials, alarmCursor: 905 })
  third.drop(1006)
  reconnect()
  // Twelve is less than the known cursor: another database, in which earlier cursors mean nothing.
  expect(signIn({ alarmCursor: 12 }).frames[0]).toMatchObject({ alarmCursor: 12 })
})

it('joins the oldest gaps when there are more than a login may name', () => {
  const { channel, signIn, reconnect } = setUp()
  channel.connect(credentials)
  const gaps = Array.from({ length: 70 }, (_, i) => ({
    ...{ type: 'alarmGap', skipped: 0, byType: {}, counted: false },
    ...{ fromCursor: 100 + i * 10, toCursor: 105 + i * 10 },
  }))
  const first = signIn()
  first.say(batch(gaps))
  first.drop(1006)
  reconnect()
  const { alarmGaps } = signIn({ alarmCursor: 2000 }).frames[0] as { alarmGaps: object[] }
  expect(alarmGaps).toHaveLength(64)
  expect(alarmGaps[0]).toEqual({ fromCursor: 100, toCursor: 165 })
  expect(alarmGaps.at(-1)).toEqual({ fromCursor: 790, toCursor: 795 })
})

it('asks for the present state of a subscription after a cut only, when its owner loads that himself', () => {
  const { channel, signIn, reconnect } = setUp()
  channel.connect(credentials)
  const first = signIn()
  const scope = { kind: 'subtree', groupId: 0 } as const
  channel.subscribe({ id: 'tree', topics: ['status'], scope, snapshot: 'afterCut' })
  expect(first.frames[1]).toMatchObject({ id: 'tree', snapshot: false })
  first.drop(1006)
  reconnect()
  expect(signIn().frames[1]).toMatchObject({ id: 'tree', snapshot: true })
})

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

it('says that everything is stale after a new start or a jump of the clock', () => {
  const { channel, signIn, reconnect } = setUp()
  const resync = vi.fn()
  channel.on('resync', resync)
  channel.connect(credentials)
  const first = signIn()
  first.say(batch([], { epoch: 2 }))
  expect(resync).toHaveBeenLastCalledWith({ type: 'resync', reason: 'epoch' })
  first.drop(1006)
  reconnect()
  signIn({ boot: 'b2', clock: { ...clock, epoch: 2 } })
  expect(resync).toHaveBeenLastCalledWith({ type: 'resync', reason: 'boot' })
  expect(resync).toHaveBeenCalledTimes(2)
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

it('answers requests, and rejects them when the channel is cut', async () => {
  const { channel, signIn } = setUp()
  await expect(channel.request(getInfo, undefined)).rejects.toMatchObject({ name: 'PlatformReplyError' })
  channel.connect(credentials)
  const socket = signIn()
  const refusedRequest = channel.request(getInfo, undefined)
  const { requestId } = socket.frames.at(-1)!
  socket.say({ type: 'reply', requestId, code: 40003, msg: 'no', data: null })
  await expect(refusedRequest).rejects.toMatchObject({ code: 40003, msg: 'no' })
  const cut = channel.request(getInfo, undefined)
  socket.drop(1006)
  await expect(cut).rejects.toMatchObject({ code: -1003 })
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

it('offers the calls that the platform names, while it is open and its adapter changes nothing about them', () => {
  const { channel, signIn } = setUp()
  expect(channel.offers('ptz.control')).toBe(false)
  channel.connect(credentials)
  const socket = signIn({ requests: ['ptz.control', 'liveVideo.start'] })
  expect(channel.offers('ptz.control')).toBe(true)
  expect(channel.offers('alarms.list')).toBe(false)
  socket.drop(1006)
  expect(channel.offers('ptz.control')).toBe(false)

  const offering = (adapter: object, more: object = {}) => {
    const { sockets, environment } = fakeSockets()
    const read = readAdapter(adapter)
    const other = createChannel({ ...environment, adapter: () => read, onRefused: vi.fn(), onClock: vi.fn() })
    other.connect(credentials)
    const opened = sockets.at(-1)!
    opened.onopen?.()
    opened.say({ type: 'loginReply', code: 0, msg: '', boot: 'b1', clock, ...more })
    return other.offers('ptz.control')
  }
  const named = { requests: ['ptz.control'] }
  expect(offering({})).toBe(false)
  expect(offering({ channel: { requests: ['ptz.control'] } })).toBe(true)
  expect(offering({ channel: { lacks: ['request'] } }, named)).toBe(false)
  expect(offering({ calls: { 'ptz.control': { send: { cmd: 'command' } } } }, named)).toBe(false)
})

it('asks a call by GET with its query as the body, in the language of the page', async () => {
  const { channel, signIn } = setUp()
  channel.connect(credentials)
  const socket = signIn({ requests: ['session.getInfo'] })
  const asked = channel.request(getInfo, {}, 'en')
  const frame = socket.frames.at(-1) as { requestId: string }
  expect(frame).toMatchObject({ type: 'request', call: getInfo.name, body: {}, language: 'en' })
  socket.say({ type: 'reply', requestId: frame.requestId, code: 30003, msg: 'busy', data: {} })
  await expect(asked).rejects.toMatchObject({ code: 30003, msg: 'busy' })
})

it('comes back at once to a platform that was set back, without a lost line, and takes all that it holds as stale', () => {
  const { channel, timers, sockets, signIn } = setUp()
  const resyncs: string[] = []
  const lost: unknown[] = []
  channel.on('resync', ({ reason }) => resyncs.push(reason))
  channel.onLost((heardAt) => lost.push(heardAt))
  channel.connect(credentials)
  signIn().drop(4012)
  timers.find(({ ms }) => ms === 0)!.run()
  expect(sockets).toHaveLength(2)
  signIn({ boot: 'b2', clock: { ...clock, epoch: 7 }, alarmCursor: 12 })
  expect(resyncs).toEqual(['epoch'])
  expect(lost).toEqual([undefined])
  expect(channel.facts()).toMatchObject({ boot: 'b2', epoch: 7, alarmCursor: 12 })
  // One that does not answer then is lost.
  sockets.at(-1)!.drop(4012)
  timers.findLast(({ ms }) => ms === 0)!.run()
  sockets.at(-1)!.drop(1006)
  expect(channel.lost()).toBeDefined()
})
