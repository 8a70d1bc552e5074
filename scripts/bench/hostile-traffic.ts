// Hostile clients, all of them at once for a bounded time: the platform should give back the memory that they make it
// allocate.
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { WIRE_NAMES, type WireName } from '@backlot/contract/wires/wires'
import { FUZZED_WIRES } from '../fuzz/wires/wires.ts'

export type HostileTarget = { port: number; wires: Readonly<Record<WireName, number>>; cookie: string }

/** One of them for a moment; it closes everything it opened. */
type Attack = (target: HostileTarget) => Promise<void>

/** How long a round of an attack holds its sent data. */
const HOLD_MS = 700
const DOCUMENTS = ['/openapi.json', '/asyncapi.json', '/docs', '/', '/metrics']
const LIST = '/deviceTreetable/list?parentId=0&childNode=1&currentPage=1&pageSize=100'

/** All attacks, each round after round. Answers the number of rounds. */
export async function attack(target: HostileTarget, durationMs: number): Promise<number> {
  const until = performance.now() + durationMs
  let rounds = 0
  await Promise.all(
    ATTACKS.map(async (attackOnce) => {
      do {
        await attackOnce(target)
        rounds++
      } while (performance.now() < until)
    }),
  )
  return rounds
}

/** Asks a hundred times each and reads nothing. */
const readsNothing: Attack = (target) =>
  withSockets(target.port, 40, (socket, nth) => {
    socket.pause()
    socket.write(get(target, nth % 2 ? LIST : DOCUMENTS[(nth / 2) % DOCUMENTS.length]!).repeat(99))
  })

/** Asks ten thousand times on one socket. */
const asksAhead: Attack = (target) =>
  withSockets(target.port, 2, (socket, nth) => {
    socket.pause()
    socket.write(get(target, DOCUMENTS[nth % DOCUMENTS.length]!).repeat(10_000))
  })

/** Reads large documents as fast as it can. */
const readsDocuments: Attack = (target) =>
  withSockets(target.port, 10, (socket, nth) => {
    socket.resume().write(get(target, nth % 2 ? LIST : DOCUMENTS[0]!).repeat(20))
  })

const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key${n}`, n])))
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

/** Bodies with 60,000 keys, or 50,000 brackets deep. */
const giantBodies: Attack = (target) =>
  withSockets(target.port, 12, (socket, nth) => {
    const body = nth % 3 ? manyKeys : deep
    const head = `POST /user/login HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nContent-Type: application/json`
    socket.resume().write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  })

/** Heads of 100 kB, and heads that do not end. */
const giantHeads: Attack = (target) =>
  withSockets(target.port, 60, (socket, nth) => {
    socket
      .resume()
      .write(
        `GET / HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nX-A: ${'a'.repeat(nth % 2 ? 100_000 : 12_000)}`,
      )
  })

/** Upgrades, of which some send frames that are none, some a large message, and all leave their end open. */
const webSockets: Attack = (target) =>
  withSockets(target.port, 60, (socket, nth) => {
    const path = nth % 4 === 3 ? '/nowhere' : '/realtime'
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
    socket.resume()
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nCookie: ${target.cookie}\r\n${upgrade}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    )
    // A masked binary message of 512 kB, or noise.
    const large = Buffer.alloc(14 + 524_288, 7)
    large.set([0x82, 0xff, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0])
    socket.write(nth % 2 ? large : noise(20_000))
  })

/** Packets of devices, sent ahead, and garbage. */
const onWire =
  (wire: WireName): Attack =>
  (target) =>
    withSockets(target.wires[wire], 40, (socket, nth) => {
      const { packet, times, noiseMark } = FUZZED_WIRES[wire].flood
      const bytes = packet(nth)
      socket
        .resume()
        .write(
          nth % 4 ? Buffer.concat(Array.from({ length: times }, () => bytes)) : noise(200_000, noiseMark),
        )
    })

const ATTACKS: readonly Attack[] = [
  readsNothing,
  asksAhead,
  readsDocuments,
  giantBodies,
  giantHeads,
  webSockets,
  ...WIRE_NAMES.map(onWire),
]

const get = ({ port, cookie }: HostileTarget, path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nAccept-Encoding: gzip\r\n\r\n`

/** Bytes without an order, the same each time; begun with `first` when that is given. */
function noise(length: number, first?: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let i = 0, x = 1; i < length; i++) {
    x = (Math.imul(x, 1_103_515_245) + 12_345) & 0x7fffffff
    bytes[i] = x >> 16
  }
  if (first !== undefined) bytes[0] = first
  return bytes
}

/** Opens sockets that do one thing each, holds them, and ends them hard. */
async function withSockets(port: number, count: number, act: (socket: Socket, nth: number) => void) {
  const sockets = Array.from({ length: count }, (_, nth) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    // They provoke refusals and resets.
    socket.on('error', () => {})
    socket.once('connect', () => act(socket, nth))
    return socket
  })
  await delay(HOLD_MS)
  for (const socket of sockets) socket.destroy()
}
