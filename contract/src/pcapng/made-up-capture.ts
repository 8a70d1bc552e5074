/**
 * Captures of frames of which no connection is known: each device gets a TCP connection of its own to the wire's usual
 * port, between addresses that networks reserve for tests (198.18.0.0/15, RFC 2544, annex C.2.2).
 */
import { WIRES, type WireName } from '../wires/wires.ts'
import { captureHead, commentOf } from './capture-head.ts'
import type { Endpoint } from './ip-packets.ts'
import { type ConversationFrame, TcpConversation } from './tcp-conversation.ts'
import type { CapturedWire } from './wires.ts'
import { enhancedPacket, type PacketDirection } from './write-blocks.ts'

/** What happens on a made-up connection; `direction` as the platform sees it. */
export type MadeUpEvent = { atMs: number; sn: string; wire: WireName } & (
  | { kind: 'bytes'; direction: PacketDirection; bytes: Uint8Array }
  /** The device ends its connection. The next bytes begin another one. */
  | { kind: 'end' }
)

const PLATFORM_ADDRESS = '198.18.0.1'
/** Of the first connection of a device. */
const FIRST_PORT = 49_152
const PORTS = 16_384

export type MadeUpCapture = {
  head: Uint8Array[]
  /** Blocks of the next event; a connection begins with its first bytes. */
  add(event: MadeUpEvent): Uint8Array[]
  /** Packets until now. */
  packets(): number
}

/** `wires` are the interfaces. */
export function createMadeUpCapture(wires: readonly WireName[], comment: string): MadeUpCapture {
  const devices = new Map<
    string,
    { number: number; connections: number; open: TcpConversation | undefined }
  >()
  const names: readonly CapturedWire[] = wires
  let packets = 0

  const begin = (device: { number: number; connections: number }, wire: WireName): TcpConversation => {
    const client: Endpoint = {
      address: deviceAddress(device.number),
      port: FIRST_PORT + (device.connections++ % PORTS),
    }
    const server = { address: PLATFORM_ADDRESS, port: WIRES[wire].port }
    return new TcpConversation(client, server, device.number * PORTS + device.connections)
  }
  return {
    head: captureHead(names, comment),
    packets: () => packets,
    add(event) {
      const { atMs, sn, wire } = event
      const key = `${wire} ${sn}`
      let device = devices.get(key)
      if (!device) {
        device = { number: devices.size, connections: 0, open: undefined }
        devices.set(key, device)
      }
      const frames: ConversationFrame[] = []
      if (event.kind === 'bytes') {
        if (!device.open) {
          device.open = begin(device, wire)
          frames.push(...device.open.open())
        }
        frames.push(...device.open.data(event.direction === 'in' ? 'client' : 'server', event.bytes))
      } else if (device.open) {
        frames.push(...device.open.end('client'), ...device.open.end('server'))
        device.open = undefined
      }
      packets += frames.length
      return frames.map(({ from, bytes }) =>
        enhancedPacket({
          interfaceId: names.indexOf(wire),
          atMs,
          bytes,
          direction: from === 'client' ? 'in' : 'out',
          comment: commentOf([sn]),
        }),
      )
    },
  }
}

/** 198.19.0.1 and on. */
const deviceAddress = (number: number): string => {
  const host = (number + 1) % 65_536
  return `198.19.${host >> 8}.${host & 0xff}`
}
