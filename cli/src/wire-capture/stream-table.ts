/** The conversations of a capture: which packets belong together, and who is the client of each. */
import { DEVICE_COMMENT } from '@backlot/contract/pcapng/capture-head'
import { type Endpoint, TCP_FLAGS } from '@backlot/contract/pcapng/ip-packets'
import { WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import { UserError } from '../user-error.ts'
import { CaptureProblem } from './capture-problem.ts'
import type { Datagram, Segment } from './decode-packet.ts'

export type Stream = {
  id: number
  transport: 'tcp' | 'udp'
  client: Endpoint
  server: Endpoint
  /** Devices that comments of its packets name. */
  devices: Set<string>
  /** Its handshake is in the capture. */
  hasBeginning: boolean
  /** Packets with bytes, and those bytes, of each side; bytes that were sent again count again. */
  clientPackets: number
  clientBytes: number
  serverPackets: number
  serverBytes: number
}

export const STREAMS_MOST = 100_000
const DEVICES_MOST = 100
/** Ports at which servers of the wires usually are: MQTT, Modbus, SIP, RTSP, RTMP and those of the gateways. */
const SERVER_PORTS = new Set([
  1883,
  502,
  5020,
  5060,
  554,
  8554,
  1935,
  1078,
  ...WIRE_NAMES.map((wire) => WIRES[wire].port),
])

/** Finds the stream of each packet. The same packets in the same order are the same streams. */
export class StreamTable {
  readonly streams: Stream[] = []
  readonly #serverPort: number | undefined
  /** The newest stream between two ends, and the sequence number with which its client began. */
  readonly #newest = new Map<string, { stream: Stream; began: number | undefined; isOver: boolean }>()

  /** `serverPort`: known to be that of the servers. */
  constructor(serverPort: number | undefined) {
    this.#serverPort = serverPort
  }

  /** The stream of a packet, and whether its client sent it. */
  of(packet: Segment | Datagram, offset: number): { stream: Stream; isFromClient: boolean } {
    const { transport, from, to } = packet
    const [one, other] = [nameOf(from), nameOf(to)]
    const key = one < other ? `${transport} ${one} ${other}` : `${transport} ${other} ${one}`
    let newest = this.#newest.get(key)
    if (newest && packet.transport === 'tcp') {
      const isBeginning = (packet.flags & (TCP_FLAGS.syn | TCP_FLAGS.ack)) === TCP_FLAGS.syn
      // The same ends, used again: a beginning with another number, or behind an end.
      if (isBeginning && (newest.isOver || newest.began !== packet.sequence)) newest = undefined
    }
    if (!newest) {
      if (this.streams.length >= STREAMS_MOST)
        throw new CaptureProblem(
          offset,
          `more than ${STREAMS_MOST} connections: cut the capture with editcap.`,
        )
      newest = { stream: this.#begin(packet), began: undefined, isOver: false }
      this.#newest.set(key, newest)
    }
    if (packet.transport === 'tcp') {
      const { syn, fin, rst } = TCP_FLAGS
      if ((packet.flags & syn) !== 0 && isAt(packet.from, newest.stream.client))
        newest.began ??= packet.sequence
      if ((packet.flags & (fin | rst)) !== 0) newest.isOver = true
    }
    return { stream: newest.stream, isFromClient: isAt(from, newest.stream.client) }
  }

  #begin(packet: Segment | Datagram): Stream {
    const isClient = this.#isFromClient(packet)
    const [client, server] = isClient ? [packet.from, packet.to] : [packet.to, packet.from]
    const stream: Stream = {
      id: this.streams.length,
      transport: packet.transport,
      client,
      server,
      devices: new Set(),
      hasBeginning: packet.transport === 'tcp' && (packet.flags & TCP_FLAGS.syn) !== 0,
      clientPackets: 0,
      clientBytes: 0,
      serverPackets: 0,
      serverBytes: 0,
    }
    this.streams.push(stream)
    return stream
  }

  /** Whether a stream's first packet comes from its client: by its handshake, else by its ports. */
  #isFromClient(packet: Segment | Datagram): boolean {
    const { from, to } = packet
    if (packet.transport === 'tcp' && (packet.flags & TCP_FLAGS.syn) !== 0)
      return (packet.flags & TCP_FLAGS.ack) === 0
    const ports = this.#serverPort === undefined ? SERVER_PORTS : new Set([this.#serverPort])
    if (ports.has(from.port) !== ports.has(to.port)) return ports.has(to.port)
    // Who sends first over UDP is the client; clients of TCP have the higher port.
    return packet.transport === 'udp' || from.port >= to.port
  }
}

/** Notes what a packet adds to its stream. */
export function countPacket(
  stream: Stream,
  isFromClient: boolean,
  bytes: number,
  comment: string | undefined,
): void {
  for (const sn of devicesOf(comment)) if (stream.devices.size < DEVICES_MOST) stream.devices.add(sn)
  if (bytes === 0) return
  if (isFromClient) {
    stream.clientPackets++
    stream.clientBytes += bytes
  } else {
    stream.serverPackets++
    stream.serverBytes += bytes
  }
}

/**
 * Streams whose clients have something to send: to a port, or to the only one that there is; of some devices, by serial
 * number (comments of our captures) or by address. Throws a UserError that says what there is when none remain.
 */
export function chooseStreams(
  streams: readonly Stream[],
  wanted: { port: number | undefined; devices: readonly string[] | undefined },
): Stream[] {
  const speaking = streams.filter(({ clientPackets }) => clientPackets > 0)
  if (speaking.length === 0) throw new UserError('No client sends anything in the capture.')
  const ports = new Map<number, number>()
  for (const { server } of speaking) ports.set(server.port, (ports.get(server.port) ?? 0) + 1)
  const listed = [...ports]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([port, count]) => `${port} (${count})`)
    .join(', ')
  const port = wanted.port ?? (ports.size === 1 ? [...ports.keys()][0] : undefined)
  if (port === undefined)
    throw new UserError(`Clients speak to several ports: say which one with --port. ${listed}.`)
  const atPort = speaking.filter(({ server }) => server.port === port)
  if (atPort.length === 0) throw new UserError(`--port ${port}: clients speak to other ports. ${listed}.`)
  if (!wanted.devices) return atPort
  const missing = wanted.devices.find((device) => !atPort.some((stream) => isOf(stream, device)))
  if (missing !== undefined)
    throw new UserError(`--device ${missing}: no client at port ${port} has this serial number or address.`)
  return atPort.filter((stream) => wanted.devices!.some((device) => isOf(stream, device)))
}

const isOf = ({ devices, client }: Stream, device: string) =>
  devices.has(device) || client.address === device || nameOf(client) === device

function devicesOf(comment: string | undefined): string[] {
  if (!comment?.startsWith(DEVICE_COMMENT)) return []
  return comment.slice(DEVICE_COMMENT.length).split(', ')
}

const nameOf = ({ address, port }: Endpoint): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
const isAt = (one: Endpoint, other: Endpoint): boolean =>
  one.port === other.port && one.address === other.address
