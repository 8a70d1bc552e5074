import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { type ChannelMessage, CLOSE, ServerFrame } from '@backlot/contract/channel/frames'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDirectory, type Directory } from '../fleet/directory.ts'
import type { Caller } from '../http/route.ts'
import type { SessionFinding } from '../http/session-port.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import { createPlatformClock } from '../timeline/platform-clock.ts'
import type { DropReason } from './channel-metrics.ts'
import { createHub, type Hub } from './create-hub.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { AlarmEvent } from './tick-events.ts'

let directory: Directory
let outbox: Outbox
let hub: Hub
let server: Server
let stored: AlarmEvent[]
let sessions: Map<string, SessionFinding>
let clients: WebSocket[]
let onDrop: (reason: DropReason) => void

const north = { zh: '北', en: 'North' }

beforeEach(async () => {
  directory = createDirectory(1)
  directory.addGroup(0, north, 'north', 1)
  directory.addGroup(0, { zh: '南', en: 'South' }, 'south', 2)
  addDevice('N1', 1, 116.4, 39.95)
  addDevice('S1', 2, 116.4, 39.85)
  stored = []
  clients = []
  onDrop = () => {}
  sessions = new Map([
    ['all', { caller: caller('all', 1, [0]) }],
    ['north', { caller: caller('north', 2, [1]) }],
    ['blind', { caller: { ...caller('blind', 3, [0]), permission: new Set<string>() } }],
    ['old', { reason: 'expired' }],
  ])
  const hostClock = createHostClock()
  const find = (id: string): SessionFinding => sessions.get(id) ?? { reason: 'unknown' }
  outbox = createOutbox(() => hostClock.now())
  hub = createHub({
    boot: 'b1',
    log: pino({ level: 'silent' }),
    directory,
    sessions: { find, peek: find },
    alarms: {
      newestCursor: () => stored[stored.length - 1]?.alarm.cursor ?? 0,
      after: (cursor, limit) => stored.filter(({ alarm }) => alarm.cursor! > cursor).slice(0, limit),
    },
    outbox,
    platformClock: createPlatformClock({ host: hostClock, zoneMinutes: 480, lastEpoch: 0, keep: () => {} }),
    hostClock,
    metrics: { sent: () => {}, dropped: (reason) => onDrop(reason) },
    call: async (call, body) => ({ code: 0, msg: '', data: { call, body } }),
  })
  server = createServer()
  server.on('upgrade', (request, socket, head) => {
    if (!hub.takeUpgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  for (const client of clients) client.terminate()
  await hub[Symbol.asyncDispose]()
  server.close()
})

function caller(loginName: string, userId: number, rootGroupIds: number[]): Caller {
  return {
    sessionId: loginName,
    userId,
    loginName,
    name: loginName,
    type: 1,
    firstProcess: 0,
    permission: new Set(['/dispatch']),
    systemFunction: 32767,
    scope: { rootGroupIds },
    language: 'en',
  }
}

function addDevice(sn: string, groupId: number, longitude: number, latitude: number): void {
  directory.addDevice({
    sn,
    kind: 'camera',
    name: north,
    groupId,
    rosterIndex: 0,
    protocolType: 1,
    ability: 1,
    isPtz: false,
    x: 0,
    y: 0,
    longitude,
    latitude,
    installedAtMs: 0,
    installAddress: north,
    installer: north,
  })
}

/** Raises an alarm the way an area does: stored first, then published. */
function raise(sn: string): Alarm {
  const cursor = stored.length + 1
  const alarm: Alarm = {
    id: cursor,
    sn,
    chnId: 0,
    chnName: '',
    alarmSeq: `q${cursor}`,
    type: 'IoAlarm',
    subType: '',
    state: 1,
    alarmSource: 1,
    startTime: 1,
    endTime: null,
    resource: [],
    isRead: 0,
    processingId: null,
    processingName: '',
    processingContent: '',
    processingType: null,
    processingTime: null,
    devName: sn,
    number: '',
    cursor,
  }
  stored.push({ alarm, updateOnly: false })
  outbox.alarms([alarm], false)
  return alarm
}

/** A console under test: parses every frame by the contract and keeps the messages. */
class Console {
  readonly socket: WebSocket
  readonly frames: ServerFrame[] = []
  readonly messages: ChannelMessage[] = []
  #wake: () => void = () => {}
  closeCode: number | undefined

  constructor() {
    this.socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/realtime`)
    clients.push(this.socket)
    this.socket.on('message', (data) => {
      const frame = ServerFrame.parse(JSON.parse(String(data)))
      this.frames.push(frame)
      if (frame.type === 'batch') this.messages.push(...frame.messages)
      this.#wake()
    })
    this.socket.on('close', (code) => {
      this.closeCode = code
      this.#wake()
    })
    this.socket.on('error', () => this.#wake())
  }

  say(frame: object): void {
    this.socket.send(JSON.stringify(frame))
  }

  async until<T>(find: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = find()
      if (found !== undefined && found !== false) return found
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async signIn(sessionId: string, alarmCursor?: number): Promise<this> {
    await once(this.socket, 'open')
    this.say({ type: 'login', projectName: 'p', loginName: sessionId, sessionId, alarmCursor })
    await this.until(() => this.frames.find(({ type }) => type === 'loginReply'))
    return this
  }

  async subscribe(topics: string[], scope: object, snapshot = false): Promise<void> {
    this.say({ type: 'subscribe', id: 's', topics, scope, snapshot })
    await this.until(() => this.frames.find(({ type }) => type === 'subscribed'))
  }

  cursors(): number[] {
    return this.messages.flatMap((message) =>
      message.type === 'alarm' ? message.list.map(({ cursor }) => cursor!) : [],
    )
  }

  async closed(): Promise<number> {
    return this.until(() => this.closeCode)
  }
}

const EVERYTHING = { kind: 'subtree', groupId: 0 }

test('a console that does not sign in first is closed with 4401', async () => {
  const console = new Console()
  await once(console.socket, 'open')
  console.say({ type: 'ping', at: 1 })
  expect(await console.closed()).toBe(CLOSE.signInFirst)
})

test('an ended session and a foreign login name are refused with a reply', async () => {
  const old = await new Console().signIn('old')
  expect(old.frames[0]).toMatchObject({ type: 'loginReply', code: 20011 })
  expect(await old.closed()).toBe(CLOSE.signInFirst)
  const foreign = new Console()
  await once(foreign.socket, 'open')
  foreign.say({ type: 'login', projectName: 'p', loginName: 'other', sessionId: 'all' })
  expect(await foreign.closed()).toBe(CLOSE.signInFirst)
})

test('three consoles hear what lies in their scope and subscription, and the blind one no alarms', async () => {
  const all = await new Console().signIn('all')
  const northern = await new Console().signIn('north')
  const blind = await new Console().signIn('blind')
  await all.subscribe(['alarm', 'gps'], EVERYTHING)
  await northern.subscribe(['alarm', 'gps'], EVERYTHING)
  await blind.subscribe(['alarm', 'gps'], EVERYTHING)
  raise('N1')
  raise('S1')
  const fix = { longitude: 1, latitude: 1, speed: 0, direction: 0, locationTime: 1 }
  outbox.gps([
    { sn: 'N1', ...fix },
    { sn: 'S1', ...fix },
  ])
  hub.flush()
  const gpsOf = (console: Console) =>
    console.until(() => console.messages.find((message) => message.type === 'gps'))
  expect((await gpsOf(all)).list).toHaveLength(2)
  expect((await gpsOf(northern)).list.map(({ sn }) => sn)).toEqual(['N1'])
  expect((await gpsOf(blind)).list).toHaveLength(2)
  expect(all.cursors()).toEqual([1, 2])
  expect(northern.cursors()).toEqual([1])
  expect(blind.cursors()).toEqual([])
})

test('a window hears of the devices inside it, with their state first', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['gps', 'status'], { kind: 'window', bounds: [116, 39.9, 117, 40] }, true)
  const gps = await console.until(() => console.messages.find((message) => message.type === 'gps'))
  expect(gps.list.map(({ sn }) => sn)).toEqual(['N1'])
  const status = await console.until(() => console.messages.find((message) => message.type === 'status'))
  expect(status.list).toMatchObject([{ sn: 'N1', alarmFlg: 0 }])
})

test('devices that moved are sent once a tick, where they are by then, to the windows that hold them', async () => {
  const north = await new Console().signIn('all')
  await north.subscribe(['gps'], { kind: 'window', bounds: [116, 39.9, 117, 40] })
  const south = await new Console().signIn('all')
  await south.subscribe(['gps'], { kind: 'window', bounds: [116, 39.8, 117, 39.9] })
  const [one, two] = [directory.slotOf('N1')!, directory.slotOf('S1')!]
  for (let at = 1; at <= 3; at++) {
    directory.setPosition(one, 116.4 + at / 1000, 39.95, at * 1000, 36.04, 90)
    outbox.moved([one, two])
  }
  hub.flush()
  const gpsOf = (console: Console) =>
    console.until(() => console.messages.find((message) => message.type === 'gps'))
  expect((await gpsOf(north)).list).toEqual([
    { sn: 'N1', longitude: 116.403, latitude: 39.95, speed: 36, direction: 90, locationTime: 3 },
  ])
  expect((await gpsOf(south)).list.map(({ sn }) => sn)).toEqual(['S1'])
  expect(north.messages.filter(({ type }) => type === 'gps')).toHaveLength(1)
})

test('a tree notice names the groups that a console sees, and is not sent to one that sees none of them', async () => {
  const all = await new Console().signIn('all')
  const northern = await new Console().signIn('north')
  outbox.treeChanged([0, 2])
  const noticesOf = (console: Console) => console.messages.filter((message) => message.type === 'tree')
  await all.until(() => noticesOf(all)[0])
  expect(noticesOf(all)).toEqual([{ type: 'tree', parentIds: [0, 2] }])
  outbox.treeChanged([1, 2])
  await northern.until(() => noticesOf(northern)[0])
  expect(noticesOf(northern)).toEqual([{ type: 'tree', parentIds: [1] }])
})

test('cut in a storm and resumed, a console misses nothing and hears nothing twice', async () => {
  const first = await new Console().signIn('all')
  await first.subscribe(['alarm'], EVERYTHING)
  for (let i = 0; i < 40; i++) raise(i % 2 === 0 ? 'N1' : 'S1')
  hub.flush()
  await first.until(() => first.cursors().length >= 40)
  for (let i = 0; i < 30; i++) raise('N1')
  expect(hub.cut('all', 0)).toBe(1)
  await first.closed()
  hub.flush()
  for (let i = 0; i < 100; i++) raise('S1')
  const second = new Console()
  const signedIn = second.signIn('all', Math.max(...first.cursors()))
  // The storm goes on while the console signs in and subscribes.
  const storm = setInterval(() => raise('N1'), 1)
  await signedIn
  await second.subscribe(['alarm'], EVERYTHING)
  await second.until(() => second.cursors().length > 130)
  clearInterval(storm)
  hub.flush()
  await second.until(() => second.cursors().length >= stored.length - 40)
  expect([...first.cursors(), ...second.cursors()]).toEqual(stored.map(({ alarm }) => alarm.cursor))
})

test('alarms between the sign-in and the subscription are not lost', async () => {
  const console = await new Console().signIn('north')
  raise('N1')
  raise('S1')
  hub.flush()
  raise('N1')
  await console.subscribe(['alarm'], EVERYTHING)
  hub.flush()
  await console.until(() => console.cursors().length >= 2)
  expect(console.cursors()).toEqual([1, 3])
})

test('past 500 alarms a second the newest are sent and the rest is a gap that can be paged', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  for (let i = 0; i < 1200; i++) raise('N1')
  hub.flush()
  const gap = await console.until(() => console.messages.find((message) => message.type === 'alarmGap'))
  await console.until(() => console.cursors().length > 0)
  const cursors = console.cursors()
  expect(gap).toMatchObject({
    fromCursor: 0,
    toCursor: cursors[0]! - 1,
    skipped: cursors[0]! - 1,
    byType: { IoAlarm: gap.skipped },
  })
  expect(cursors[cursors.length - 1]).toBe(1200)
})

test('alarms held back in a storm are not lost when the subscription changes meanwhile', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  for (let i = 0; i < 1200; i++) raise('N1')
  hub.flush()
  await console.subscribe(['alarm'], { kind: 'devices', sns: ['N1'] })
  const gap = await console.until(() => console.messages.find((message) => message.type === 'alarmGap'))
  await console.until(() => console.cursors().length > 0)
  expect(gap).toMatchObject({ fromCursor: 0, toCursor: 700 })
  expect(console.cursors()).toHaveLength(500)
})

test('a console that does not read is closed while the others go on', async () => {
  const slow = await new Console().signIn('all')
  const brisk = await new Console().signIn('north')
  await slow.subscribe(['status'], EVERYTHING)
  await brisk.subscribe(['status'], EVERYTHING)
  let dropped: DropReason | undefined
  onDrop = (reason) => {
    dropped ??= reason
  }
  slow.socket.pause()
  const bulk = 'x'.repeat(200_000)
  for (let i = 0; i < 400 && dropped === undefined; i++) {
    outbox.setting('S1', bulk, 0)
    hub.flush()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(dropped).toBe('tooSlow')
  outbox.status([{ sn: 'N1', alarmFlg: 1 }])
  hub.flush()
  await brisk.until(() => brisk.messages.find((message) => message.type === 'status'))
  expect(brisk.closeCode).toBeUndefined()
})

test('a change of permissions counts at once, and a kicked-out console is told and closed', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  sessions.set('all', { caller: caller('all', 1, [1]) })
  outbox.account(1, 'permissionChanged')
  hub.flush()
  await console.until(() => console.messages.find((message) => message.type === 'account'))
  raise('S1')
  raise('N1')
  hub.flush()
  await console.until(() => console.cursors().length > 0)
  expect(console.cursors()).toEqual([2])
  outbox.session('all', 'kickedOut')
  hub.flush()
  expect(await console.closed()).toBe(CLOSE.kicked)
  expect(console.messages.filter(({ type }) => type === 'account')).toHaveLength(2)
})

test('what concerns one sign-in is told to its consoles only', async () => {
  const mine = await new Console().signIn('all')
  const other = await new Console().signIn('north')
  const download = {
    downloadId: 'd1',
    sn: 'N1',
    chnId: 1,
    startTime: 1,
    endTime: 2,
    state: 'running',
    percent: 40,
    size: 10,
    fileName: 'N1.mp4',
  } as const
  outbox.toSession('all', { type: 'download', download })
  hub.flush()
  const heard = await mine.until(() => mine.messages.find(({ type }) => type === 'download'))
  expect(heard).toEqual({ type: 'download', download })
  await other.subscribe(['alarm'], EVERYTHING)
  expect(other.messages.some(({ type }) => type === 'download')).toBe(false)
})

test('a call over the channel is answered under its request id', async () => {
  const console = await new Console().signIn('all')
  console.say({ type: 'request', requestId: 'r1', call: 'ptz.control', body: { sn: 'N1' } })
  const reply = await console.until(() => console.frames.find(({ type }) => type === 'reply'))
  expect(reply).toMatchObject({ requestId: 'r1', code: 0, data: { call: 'ptz.control' } })
})

test('while a gap waits to be told a console that leaves resumes before it, and then has everything', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  const burst = (count: number) => {
    for (let i = 0; i < count; i++) raise('N1')
    hub.flush()
  }
  burst(1200)
  burst(800)
  await console.until(() => console.messages.some((message) => message.type === 'alarm'))
  const told = () => {
    const cursors = console.messages.flatMap((message) =>
      message.type === 'alarm' ? [message.cursor] : message.type === 'alarmGap' ? [message.toCursor] : [],
    )
    return Math.max(...cursors)
  }
  expect(told()).toBeLessThan(2000)
  burst(0)
  await console.until(() => told() === 2000)
  const has = new Set(console.cursors())
  for (const message of console.messages) {
    if (message.type !== 'alarmGap') continue
    for (let cursor = message.fromCursor + 1; cursor <= message.toCursor; cursor++) has.add(cursor)
  }
  expect(has.size).toBe(2000)
})
