/** One capture of the wires while it runs: packets around what the sockets say, written as they come. */
import { captureHead, commentOf } from '@backlot/contract/pcapng/capture-head'
import { udpFrame } from '@backlot/contract/pcapng/ip-packets'
import { type ConversationFrame, type Side, TcpConversation } from '@backlot/contract/pcapng/tcp-conversation'
import type { CapturedWire } from '@backlot/contract/pcapng/wires'
import {
  enhancedPacket,
  interfaceStatistics,
  type PacketDirection,
} from '@backlot/contract/pcapng/write-blocks'
import type { TapListener, TappedConnection, TappedDatagram } from '../../sockets/socket-tap.ts'
import { devicesIn } from './devices-in.ts'

export type LiveCaptureOptions = {
  wires: readonly CapturedWire[]
  /** Serial numbers of the devices; undefined: all, and what is nobody's. */
  only: ReadonlySet<string> | undefined
  /** It ends after so many packets or bytes. */
  packetsMost: number
  bytesMost: number
  comment: string
  /** Platform time and host time, milliseconds. */
  platformMs(): number
  hostMs(): number
  isDevice(sn: string): boolean
  write(block: Uint8Array): void
  /** Bytes that its reader has not taken. */
  unread(): number
  /** It has as much as it may have. */
  full(): void
}

type Waiting = {
  interfaceId: number
  atMs: number
  hostMs: number
  direction: PacketDirection
  bytes: Uint8Array
  devices(): readonly string[]
}

/** How long a packet waits for its connection to be known as that of a device: with it all behind it wait. */
const WAIT_MS = 1000
/** Bytes that wait at most. */
const WAITING_BYTES = 4_000_000
/** A reader this far behind loses packets: they are counted in the file. */
const UNREAD_BYTES = 16_000_000
/** Flows over UDP whose devices are remembered. */
const FLOWS_MOST = 20_000

export class LiveCapture implements TapListener {
  readonly #options: LiveCaptureOptions
  readonly #conversations = new Map<TappedConnection, TcpConversation>()
  /** Devices that bytes have named, of connections and flows that do not know theirs. */
  readonly #named = new Map<TappedConnection | string, Set<string>>()
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  readonly #counts: { received: number; dropped: number }[]
  #packets = 0
  #bytes = 0
  #connections = 0
  #isFull = false
  #isOver = false

  constructor(options: LiveCaptureOptions) {
    this.#options = options
    this.#counts = options.wires.map(() => ({ received: 0, dropped: 0 }))
    for (const block of captureHead(options.wires, options.comment)) this.#write(block)
  }

  opened(connection: TappedConnection): void {
    const conversation = this.#conversationOf(connection)
    if (conversation) this.#add(connection, conversation.open())
  }

  bytes(connection: TappedConnection, direction: PacketDirection, bytes: Uint8Array): void {
    const conversation = this.#conversationOf(connection)
    if (!conversation) return
    this.#hear(connection, connection.wire, bytes)
    this.#add(connection, conversation.data(sideOf(connection, direction), bytes))
  }

  ended(connection: TappedConnection, direction: PacketDirection): void {
    const conversation = this.#conversationOf(connection)
    if (conversation) this.#add(connection, conversation.end(sideOf(connection, direction)))
  }

  closed(connection: TappedConnection, isBroken: boolean): void {
    const conversation = this.#conversationOf(connection)
    if (!conversation) return
    const [own, others] = [sideOf(connection, 'out'), sideOf(connection, 'in')]
    this.#add(
      connection,
      isBroken ? conversation.reset(others) : [...conversation.end(own), ...conversation.end(others)],
    )
    this.#conversations.delete(connection)
  }

  datagram({ wire, direction, local, remote, bytes }: TappedDatagram): void {
    const interfaceId = this.#options.wires.indexOf(wire)
    if (interfaceId < 0 || this.#isOver) return
    const flow = `${local.port} ${remote.address} ${remote.port}`
    const named = this.#hear(flow, wire, bytes)
    const frame = direction === 'in' ? udpFrame(remote, local, bytes) : udpFrame(local, remote, bytes)
    this.#wait(interfaceId, direction, frame, () => named)
    this.flush()
  }

  /** Writes what need not wait any more. */
  flush(isLast = false): void {
    const nowMs = this.#options.hostMs()
    let taken = 0
    for (const packet of this.#waiting) {
      const isKnown = packet.devices().length > 0
      const mayWait = !isLast && nowMs - packet.hostMs < WAIT_MS && this.#waitingBytes < WAITING_BYTES
      if (!isKnown && mayWait) break
      taken++
      this.#waitingBytes -= packet.bytes.length
      this.#emit(packet)
      if (this.#isFull) break
    }
    this.#waiting.splice(0, taken)
    if (!this.#isFull || this.#isOver) return
    this.#finish()
    this.#options.full()
  }

  /** Writes everything, and how many packets are missing. */
  end(): void {
    this.flush(true)
    if (!this.#isOver) this.#finish()
  }

  #finish(): void {
    this.#isOver = true
    const atMs = this.#options.platformMs()
    for (const [interfaceId, counts] of this.#counts.entries())
      this.#write(interfaceStatistics({ interfaceId, atMs, ...counts }))
  }

  #conversationOf(connection: TappedConnection): TcpConversation | undefined {
    const { wires } = this.#options
    if (this.#isOver || !wires.includes(connection.wire)) return undefined
    const known = this.#conversations.get(connection)
    if (known) return known
    const { local, remote, opener } = connection
    const [client, server] = opener === 'local' ? [local, remote] : [remote, local]
    const made = new TcpConversation(client, server, this.#connections++ * 2)
    this.#conversations.set(connection, made)
    return made
  }

  #hear(of: TappedConnection | string, wire: CapturedWire, bytes: Uint8Array): readonly string[] {
    const found = devicesIn(wire, bytes, this.#options.isDevice)
    const known = this.#named.get(of)
    if (found.length === 0) return known ? [...known] : []
    if (this.#named.size >= FLOWS_MOST) this.#named.delete(this.#named.keys().next().value ?? '')
    const all = new Set([...(known ?? []), ...found])
    this.#named.set(of, all)
    return [...all]
  }

  #add(connection: TappedConnection, frames: readonly ConversationFrame[]): void {
    const interfaceId = this.#options.wires.indexOf(connection.wire)
    const devices = () => {
      const own = connection.devices()
      return own.length > 0 ? own : [...(this.#named.get(connection) ?? [])]
    }
    for (const { from, bytes } of frames) {
      const direction = from === sideOf(connection, 'in') ? 'in' : 'out'
      this.#wait(interfaceId, direction, bytes, devices)
    }
    this.flush()
  }

  #wait(
    interfaceId: number,
    direction: PacketDirection,
    bytes: Uint8Array,
    devices: () => readonly string[],
  ): void {
    const { platformMs, hostMs } = this.#options
    this.#waiting.push({ interfaceId, direction, bytes, devices, atMs: platformMs(), hostMs: hostMs() })
    this.#waitingBytes += bytes.length
  }

  #emit({ interfaceId, atMs, direction, bytes, devices }: Waiting): void {
    const { only, unread, packetsMost, bytesMost } = this.#options
    const own = devices()
    if (only && !own.some((sn) => only.has(sn))) return
    const counts = this.#counts[interfaceId]!
    counts.received++
    if (unread() > UNREAD_BYTES) {
      counts.dropped++
      return
    }
    this.#write(enhancedPacket({ interfaceId, atMs, bytes, direction, comment: commentOf(own) }))
    if (++this.#packets >= packetsMost || this.#bytes >= bytesMost) this.#isFull = true
  }

  #write(block: Uint8Array): void {
    this.#bytes += block.length
    this.#options.write(block)
  }
}

/** Which side of a connection sends what goes in a direction. */
function sideOf({ opener }: TappedConnection, direction: PacketDirection): Side {
  return (opener === 'remote') === (direction === 'in') ? 'client' : 'server'
}
