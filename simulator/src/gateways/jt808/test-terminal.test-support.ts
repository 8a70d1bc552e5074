/** A terminal for tests: sends given messages, collects received ones. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Jt808Frame } from '../../wire/jt808/frame.ts'
import { FrameReader } from '../../wire/jt808/frame-reader.ts'
import type { Jt808Header, Jt808Version } from '../../wire/jt808/header.ts'
import { digitsOf, type LocationReport } from '../../wire/jt808/location.ts'
import { decodeBody, encodeMessage, type Jt808Kind, type Jt808Message } from '../../wire/jt808/message.ts'

type Heard = { header: Jt808Header; message: Jt808Message }
type Wanted<Kind extends Jt808Kind> = Extract<Jt808Message, { kind: Kind }>

export type TestTerminal = {
  socket: Socket
  phone: string
  /** Sends a message, under the serial number of an earlier one when it is sent again; answers the number. */
  send(message: Jt808Message, again?: number): number
  sendBytes(bytes: Uint8Array): void
  /** The next message of a kind, past ones included; each is answered once. */
  heard<Kind extends Jt808Kind>(kind: Kind): Promise<Wanted<Kind> & { header: Jt808Header }>
  /** The first packet of the next split message. */
  heardPart(): Promise<Jt808Frame>
  /** Registers and authenticates; answers the code. */
  enter(plate?: string): Promise<string>
  /** Sends a message and answers the result of its acknowledgement. */
  acked(message: Jt808Message): Promise<number>
  ended: Promise<void>
  close(): void
}

export async function testTerminal(
  port: number,
  phone: string,
  version: Jt808Version = 2013,
): Promise<TestTerminal> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  const reader = new FrameReader()
  const kept: Heard[] = []
  const waiting: { kind: Jt808Kind; resolve(heard: Heard): void }[] = []
  const firstParts: Jt808Frame[] = []
  const partsWaiting: (() => void)[] = []
  let serial = 0
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    for (const item of reader.push(chunk)) {
      if (item.kind === 'problem') throw new Error(item.problem.message)
      if (item.frame.header.split) {
        if (item.frame.header.split.index === 1) firstParts.push(item.frame)
        for (const resolve of partsWaiting.splice(0)) resolve()
        continue
      }
      const body = decodeBody(item.frame.header, item.frame.body)
      if (!body.ok) throw new Error(body.problem.message)
      const heard = { header: item.frame.header, message: body.value }
      const at = waiting.findIndex(({ kind }) => kind === heard.message.kind)
      if (at < 0) kept.push(heard)
      else waiting.splice(at, 1)[0]!.resolve(heard)
    }
  })
  const terminal: TestTerminal = {
    socket,
    phone,
    send(message, again) {
      const first = again ?? serial
      const packets = encodeMessage(message, { version, phone, serial: first })
      if (again === undefined) serial = (serial + packets.length) & 0xffff
      for (const packet of packets) socket.write(packet)
      return first
    },
    sendBytes: (bytes) => void socket.write(bytes),
    async heard(kind) {
      const at = kept.findIndex(({ message }) => message.kind === kind)
      const { header, message } =
        at >= 0
          ? kept.splice(at, 1)[0]!
          : await new Promise<Heard>((resolve) => waiting.push({ kind, resolve }))
      return { ...(message as Wanted<typeof kind>), header }
    },
    async heardPart() {
      while (firstParts.length === 0) await new Promise<void>((resolve) => partsWaiting.push(resolve))
      return firstParts.shift()!
    },
    async enter(plate = '测A00001') {
      terminal.send(registration(plate))
      const reply = await terminal.heard('registerReply')
      if (reply.result !== 0) throw new Error(`registration: ${reply.result}`)
      const authCode = reply.authCode ?? ''
      const result = await terminal.acked({ kind: 'authenticate', authCode })
      if (result !== 0) throw new Error(`authentication: ${result}`)
      return authCode
    },
    async acked(message) {
      const sent = terminal.send(message)
      for (;;) {
        const ack = await terminal.heard('platformAck')
        if (ack.serial === sent) return ack.result
      }
    },
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
    close: () => socket.destroy(),
  }
  return terminal
}

export function registration(plate: string, terminalId = 'T000001'): Jt808Message {
  return {
    kind: 'register',
    province: 11,
    city: 100,
    maker: 'MAKER',
    model: 'MODEL',
    terminalId,
    plateColour: 1,
    plate,
  }
}

/** A position with a fix. */
export function reportAt(
  atMs: number,
  longitude: number,
  latitude: number,
  more: Partial<LocationReport> = {},
): LocationReport {
  return {
    alarm: 0,
    status: 3,
    latitude,
    longitude,
    altitudeM: 40,
    speedKmh: 36,
    directionDeg: 90,
    digits: digitsOf(atMs),
    atMs,
    extras: [],
    tail: new Uint8Array(),
    ...more,
  }
}
