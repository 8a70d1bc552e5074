import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeAudio, encodeAudio, type TalkCodec } from '@backlot/contract/talk/audio-frame'
import { type TalkClientFrame, TalkServerFrame, type TalkService } from '@backlot/contract/talk/frames'
import { WebSocket } from 'ws'
import type { TalkDirectory, TalkRecord } from '../areas/talk/ports.ts'
import type { Caller } from '../calls/route.ts'
import type { SessionFinding } from '../calls/session-port.ts'
import type { HostClock } from '../kernel/clock.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import { createTalk } from './create-talk.ts'
import { IntercomRoom } from './intercom-room.ts'
import { MeetingRoom } from './meeting-room.ts'
import { PttRoom } from './ptt-room.ts'
import { TalkDevices } from './talk-devices.ts'
import type { TalkDrop } from './talk-metrics.ts'

type Said = TalkServerFrame
type Of<T extends Said['type']> = Extract<Said, { type: T }>

/** A console of a test: received frames wait in order until they are asked for. */
export class TalkConsole {
  readonly socket: WebSocket
  readonly heard: Int16Array[] = []
  closed: { code: number } | undefined
  readonly #said: Said[] = []
  #wake: () => void = () => {}

  constructor(socket: WebSocket, codec: TalkCodec) {
    this.socket = socket
    socket.on('message', (data, isBinary) => {
      if (isBinary) {
        const samples = decodeAudio(codec, data as Buffer)
        if (!samples) throw new Error('a frame of another length')
        this.heard.push(samples)
      } else this.#said.push(TalkServerFrame.parse(JSON.parse(String(data))))
      this.#wake()
    })
    socket.on('close', (code) => {
      this.closed = { code }
      this.#wake()
    })
    socket.on('error', () => undefined)
  }

  say(frame: TalkClientFrame): void {
    this.socket.send(JSON.stringify(frame))
  }

  sound(samples: Int16Array, codec: TalkCodec = 'pcm'): void {
    this.socket.send(encodeAudio(codec, samples))
  }

  /** The next frame of a type for which `is` holds; earlier ones are dropped. */
  async told<T extends Said['type']>(type: T, is: (frame: Of<T>) => boolean = () => true): Promise<Of<T>> {
    for (;;) {
      for (let frame = this.#said.shift(); frame; frame = this.#said.shift()) {
        if (frame.type === type && is(frame as Of<T>)) return frame as Of<T>
      }
      if (this.closed) throw new Error(`closed with ${this.closed.code} before ${type}`)
      await this.#next()
    }
  }

  async until(is: () => boolean): Promise<void> {
    while (!is()) await this.#next()
  }

  async closeCode(): Promise<number> {
    await this.until(() => this.closed !== undefined)
    return this.closed!.code
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

const CHANNELS = [
  { chnId: 1, type: 0, lineId: 1 },
  { chnId: 2, type: 4, lineId: 1 },
]
const record = (sn: string, groupId: number, protocolType: number, radio = false): TalkRecord => ({
  sn,
  name: { zh: sn, en: sn },
  groupId,
  online: true,
  protocolType,
  channels: CHANNELS,
  radio,
})

function caller(loginName: string, userId: number, groupId: number, more: Partial<Caller> = {}): Caller {
  return {
    sessionId: loginName,
    userId,
    loginName,
    name: loginName,
    type: 1,
    firstProcess: 0,
    mustChangePassword: false,
    permission: new Set(['/realTime']),
    systemFunction: 32_767,
    scope: { rootGroupIds: [groupId] },
    language: 'zh',
    ...more,
  }
}

/** A talk service on a free port over a few devices: V1 and V3 ones in group 1, one in group 2, radios in group 1. */
export async function createTalkRig(clock: HostClock = createHostClock()) {
  const records = new Map(
    [
      record('OLD', 1, 0),
      record('V1', 1, 1),
      record('V3', 1, 5),
      record('R1', 1, 5, true),
      record('SOUTH', 2, 5),
    ].map((one) => [one.sn, one]),
  )
  const inside = (groupId: number, { rootGroupIds }: Caller['scope']) =>
    rootGroupIds.includes(0) || rootGroupIds.includes(groupId)
  const directory: TalkDirectory = {
    find(sn, scope) {
      const found = records.get(sn)
      return found && inside(found.groupId, scope) ? found : undefined
    },
    radioGroups: (scope) =>
      inside(1, scope)
        ? [
            {
              groupId: 1,
              name: { zh: '一', en: 'One' },
              radios: [...records.values()].filter(({ radio }) => radio),
            },
          ]
        : [],
    overlap: (one, other) =>
      one.rootGroupIds.includes(0) ||
      other.rootGroupIds.includes(0) ||
      one.rootGroupIds.some((groupId) => other.rootGroupIds.includes(groupId)),
  }
  const sessions = new Map<string, SessionFinding>([
    ['north', { caller: caller('north', 1, 1) }],
    ['mate', { caller: caller('mate', 2, 1) }],
    ['south', { caller: caller('south', 3, 2) }],
    ['blind', { caller: caller('blind', 4, 1, { permission: new Set() }) }],
    ['plain', { caller: caller('plain', 5, 1, { systemFunction: 32_767 & ~2048 }) }],
    ['old', { reason: 'expired' }],
  ])
  const devices = new TalkDevices(7, (sn) => sn.length)
  for (const sn of records.keys()) devices.get(sn).behave({ ringMs: 0, silent: true })
  const intercom = new IntercomRoom(directory, devices, clock)
  const meetings = new MeetingRoom(directory, devices, clock, (id) =>
    id === 1 ? { membersMax: 2, joinMuted: true } : undefined,
  )
  const ptt = new PttRoom(7, directory, devices, clock)
  const drops: TalkDrop[] = []
  const tree = { version: 1 }
  const find = (id: string): SessionFinding => sessions.get(id) ?? { reason: 'unknown' }
  const talk = createTalk({
    boot: 'b1',
    sessions: { find, peek: find },
    clock,
    treeVersion: () => tree.version,
    metrics: { sent: () => {}, received: () => {}, dropped: (reason) => drops.push(reason) },
    rooms: { intercom, meeting: meetings, ptt },
  })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    if (!talk.takeUpgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const consoles: TalkConsole[] = []
  const open = async (codec: TalkCodec = 'pcm') => {
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/talk`)
    const one = new TalkConsole(socket, codec)
    consoles.push(one)
    await once(socket, 'open')
    return one
  }
  return {
    records,
    sessions,
    devices,
    intercom,
    talk,
    drops,
    caller,
    open,
    /** Moves a device to another group. */
    move(sn: string, groupId: number) {
      records.set(sn, { ...records.get(sn)!, groupId })
      tree.version++
    },
    /** A console that has signed in. */
    async signIn(loginName: string, service: TalkService = 'intercom', codec: TalkCodec = 'pcm') {
      const one = await open(codec)
      one.say({
        type: 'talkLogin',
        service,
        projectName: 'p',
        loginName,
        sessionId: loginName,
        codec,
        lang: 'en',
      })
      const reply = await one.told('talkLoginReply')
      if (reply.code !== 0) throw new Error(`${reply.code} ${reply.msg}`)
      return one
    },
    async [Symbol.asyncDispose]() {
      for (const { socket } of consoles) socket.terminate()
      await talk[Symbol.asyncDispose]()
      server.close()
    },
  }
}
export type TalkRig = Awaited<ReturnType<typeof createTalkRig>>
