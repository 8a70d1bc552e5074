// Consoles that come back with their cursor when they are cut, count the alarms that they are told of, and measure how
// old frames are: edge-clients.ts. Over IPC: {open: ClientsOrder} connects, {read: true} answers what was read since,
// {ports: …} says where they connect from now on, {reached: cursor} waits until all have every alarm up to there and
// answers who has how many since the last {read: true}.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { ALARM_GAPS_MAX, CHANNEL_PATH, type ClientFrame } from '@backlot/contract/channel/frames'
import { AlarmCount, FrameReader } from './alarm-count.ts'

export type ClientsOrder = {
  ports: readonly number[]
  people: readonly Person[]
  count: number
  /** Last part of the address of this machine from which the first console comes. */
  from: number
}
export type ClientsReport = {
  open: number
  frames: number
  bytes: number
  p50: number
  p99: number
  max: number
}
export type ReachedReport = {
  /** Consoles that have everything up to the cursor; the others did not get there in time. */
  reached: number
  /** Consoles of each login name by how many new alarms they were told of. */
  told: Record<string, Record<number, number>>
  /** Consoles that got an alarm twice in full. */
  twice: number
  /** How often a console was cut. */
  cuts: number
  /** The longest time until one of them was back, milliseconds. */
  awayMs: number
}
type Person = { loginName: string; sessionId: string }

/** Consoles of one address: there are some 28,000 ports for it. */
const PER_ADDRESS = 2000
/** Handshakes at a time. */
const AT_ONCE = 100
/** A console tries to come back after 0.75 to 1 s, as the real one does, and again after as long. */
const BACK_MS = 1000
const PATIENCE_MS = 120_000

const lag = createHistogram({ lowest: 1, highest: 120_000, figures: 3 })
const reader = new FrameReader()
let ports: readonly number[] = []
let frames = 0
let bytes = 0
let cuts = 0
let awayMs = 0

const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const OPCODE = { text: 1, close: 8, ping: 9 }
const HEAD_END = '\r\n\r\n'

/** A masked text frame of a client (RFC 6455 §5.2). */
function masked(message: ClientFrame): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  const mask = randomBytes(4)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255])
  return Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i % 4]!)])
}

/** Head and length of the unmasked frame that begins at `at`; undefined: its head is not there yet. */
function frameAt(chunk: Buffer, at: number): { opcode: number; start: number; end: number } | undefined {
  if (chunk.length < at + 2) return undefined
  const opcode = chunk[at]! & 15
  const short = chunk[at + 1]!
  if (short < 126) return { opcode, start: at + 2, end: at + 2 + short }
  const start = at + (short === 126 ? 4 : 10)
  if (chunk.length < start) return undefined
  return {
    opcode,
    start,
    end: start + (short === 126 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2))),
  }
}

class BenchConsole {
  readonly count = new AlarmCount()
  isIn = false
  readonly person: Person
  readonly #number: number
  readonly #localAddress: string
  /** Bytes of a frame that is not whole yet. */
  #rest: Buffer[] = []
  #restBytes = 0
  #needs = 0
  #leftMs: number | undefined
  #tries = 0

  constructor(number: number, person: Person, localAddress: string) {
    this.#number = number
    this.person = person
    this.#localAddress = localAddress
  }

  /** Resolves when it is signed in and subscribed. */
  open(): Promise<void> {
    const port = ports[(this.#number + this.#tries++) % ports.length]!
    this.#rest = []
    this.#restBytes = 0
    this.#needs = 0
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: this.#localAddress }, () =>
        socket.write(
          `GET ${CHANNEL_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}${HEAD_END}`,
        ),
      )
      let isUpgraded = false
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (isUpgraded) {
          this.#read(chunk, socket, resolve)
          return
        }
        this.#rest.push(chunk)
        const all = Buffer.concat(this.#rest)
        const end = all.indexOf(HEAD_END)
        if (end < 0) return
        if (!all.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) {
          socket.destroy(new Error(all.toString('latin1', 0, end)))
          return
        }
        isUpgraded = true
        this.#rest = []
        this.#signIn(socket)
        if (all.length > end + HEAD_END.length)
          this.#read(all.subarray(end + HEAD_END.length), socket, resolve)
      })
      socket.on('error', reject)
      socket.on('close', () => {
        reject(new Error(`Console ${this.#number} was closed before it was in.`))
        if (!this.isIn) return
        this.isIn = false
        cuts++
        this.#leftMs = performance.now()
        void this.#comeBack()
      })
    })
  }

  async #comeBack(): Promise<void> {
    while (!this.isIn) {
      await delay(BACK_MS * (1 - Math.random() / 4))
      await this.open().catch(() => {})
    }
  }

  #signIn(socket: Socket): void {
    const { cursor, gaps } = this.count
    const resume = cursor === undefined ? {} : { alarmCursor: cursor, alarmGaps: gaps.slice(-ALARM_GAPS_MAX) }
    socket.write(masked({ type: 'login', projectName: 'backlot', ...this.person, ...resume }))
    const scope = { kind: 'subtree', groupId: 0 } as const
    socket.write(masked({ type: 'subscribe', id: 'a', topics: ['alarm', 'status'], scope, snapshot: false }))
  }

  #read(chunk: Buffer, socket: Socket, onIn: () => void): void {
    this.#rest.push(chunk)
    this.#restBytes += chunk.length
    if (this.#restBytes < this.#needs) return
    const all = this.#rest.length === 1 ? chunk : Buffer.concat(this.#rest)
    let at = 0
    this.#needs = 0
    for (let frame = frameAt(all, at); frame; frame = frameAt(all, at)) {
      if (frame.end > all.length) {
        this.#needs = frame.end - at
        break
      }
      if (frame.opcode === OPCODE.ping) socket.write(PONG)
      if (frame.opcode === OPCODE.close) socket.end()
      if (frame.opcode === OPCODE.text) this.#hear(all.subarray(frame.start, frame.end), onIn)
      at = frame.end
    }
    this.#rest = at < all.length ? [all.subarray(at)] : []
    this.#restBytes = all.length - at
  }

  #hear(text: Buffer, onIn: () => void): void {
    const heard = reader.read(text)
    this.count.take(heard)
    if (heard.at !== undefined) {
      frames++
      lag.record(Math.max(1, Date.now() - heard.at))
    }
    if (!heard.isSubscribed) return
    this.isIn = true
    if (this.#leftMs !== undefined) awayMs = Math.max(awayMs, performance.now() - this.#leftMs)
    onIn()
  }
}

let consoles: BenchConsole[] = []

async function openAll(order: ClientsOrder): Promise<void> {
  ports = order.ports
  consoles = Array.from({ length: order.count }, (_, i) => {
    const address = `127.0.0.${order.from + Math.floor(i / PER_ADDRESS)}`
    return new BenchConsole(i, order.people[i % order.people.length]!, address)
  })
  for (let first = 0; first < order.count; first += AT_ONCE)
    await Promise.all(consoles.slice(first, first + AT_ONCE).map((console) => console.open()))
}

function read(): ClientsReport {
  const ms = (p: number) => (lag.count === 0 ? 0 : lag.percentile(p))
  const max = lag.count === 0 ? 0 : lag.max
  const open = consoles.filter(({ isIn }) => isIn).length
  const report = { open, frames, bytes, p50: ms(50), p99: ms(99), max }
  lag.reset()
  frames = 0
  bytes = 0
  for (const { count } of consoles) count.restart()
  return report
}

async function reached(cursor: number): Promise<ReachedReport> {
  const isThere = ({ isIn, count }: BenchConsole) => isIn && count.hasAllUpTo(cursor)
  const endMs = performance.now() + PATIENCE_MS
  while (performance.now() < endMs && !consoles.every(isThere)) await delay(100)
  const told: ReachedReport['told'] = {}
  let twice = 0
  for (const { count, person } of consoles) {
    const total = count.total()
    told[person.loginName] ??= {}
    const of = told[person.loginName]!
    of[total.told] = (of[total.told] ?? 0) + 1
    if (total.twice > 0) twice++
  }
  return { reached: consoles.filter(isThere).length, told, twice, cuts, awayMs }
}

type Wish = { open: ClientsOrder } | { read: true } | { ports: readonly number[] } | { reached: number }

async function answer(wish: Wish): Promise<object> {
  if ('reached' in wish) return reached(wish.reached)
  if ('read' in wish) return read()
  if ('open' in wish) await openAll(wish.open)
  else ports = wish.ports
  return {}
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (wish: Wish) => process.send?.(await answer(wish)))
