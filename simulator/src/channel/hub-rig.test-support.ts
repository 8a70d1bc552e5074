import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { type ChannelMessage, ServerFrame } from '@backlot/contract/channel/frames'
import { pino } from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { WebSocket } from 'ws'
import type { Caller } from '../calls/route.ts'
import type { SessionFinding } from '../calls/session-port.ts'
import { createDirectory, type Directory } from '../fleet/directory.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import { createPlatformClock } from '../timeline/platform-clock.ts'
import type { DropReason } from './channel-metrics.ts'
import { createHub, type Hub } from './create-hub.ts'
import { MemoryAlarms } from './memory-alarms.test-support.ts'
import { createOutbox, type Outbox } from './outbox.ts'

export let directory: Directory
export let outbox: Outbox
export let hub: Hub
/** How often a console has signed in. */
export let signIns = 0
/** Sessions whose consoles have gone, in order. */
export let left: string[] = []
let server: Server
export let stored: MemoryAlarms
export let sessions: Map<string, SessionFinding>
let clients: WebSocket[]
let onDrop: (reason: DropReason) => void

const north = { zh: '北', en: 'North' }

/** Each test of the file has a hub of its own, with two devices and four sign-ins. */
export function hubForEachTest(): void {
  beforeEach(async () => {
    directory = createDirectory(1)
    directory.addGroup(0, north, 'north', 1)
    directory.addGroup(0, { zh: '南', en: 'South' }, 'south', 2)
    addDevice('N1', 1, 116.4, 39.95)
    addDevice('S1', 2, 116.4, 39.85)
    stored = new MemoryAlarms()
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
    signIns = 0
    left = []
    hub = createHub({
      boot: 'b1',
      log: pino({ level: 'silent' }),
      directory,
      sessions: { find, peek: find },
      alarms: stored,
      outbox,
      platformClock: createPlatformClock({ host: hostClock, zoneMinutes: 480, lastEpoch: 0, keep: () => {} }),
      hostClock,
      metrics: { sent: () => {}, received: () => {}, dropped: (reason) => onDrop(reason) },
      onSignIn: () => {
        signIns++
      },
      onLeave: (sessionId) => left.push(sessionId),
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
}

/** Reports why frames are dropped. */
export function hearDrops(listener: (reason: DropReason) => void): void {
  onDrop = listener
}

export function caller(loginName: string, userId: number, rootGroupIds: number[]): Caller {
  return {
    sessionId: loginName,
    userId,
    loginName,
    name: loginName,
    type: 1,
    firstProcess: 0,
    mustChangePassword: false,
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
export function raise(sn: string): Alarm {
  const alarm = stored.raise(sn)
  outbox.alarms([alarm], false)
  return alarm
}

/** A console under test: parses every frame by the contract and keeps the messages. */
export class Console {
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

export const EVERYTHING = { kind: 'subtree', groupId: 0 }
