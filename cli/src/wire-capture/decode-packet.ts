/** What a packet of any link carries: a segment of TCP (RFC 9293), or a datagram of UDP (RFC 768). */
import type { Endpoint } from '@backlot/contract/pcapng/ip-packets'

export type Segment = {
  transport: 'tcp'
  from: Endpoint
  to: Endpoint
  sequence: number
  /** TCP_FLAGS. */
  flags: number
  payload: Uint8Array
}
export type Datagram = { transport: 'udp'; from: Endpoint; to: Endpoint; payload: Uint8Array }

/**
 * `ignored`: no TCP or UDP, or broken; `cut`: a part of it is not in the file, or it is a fragment of a packet;
 * `link`: its link is not known.
 */
export type DecodedPacket = Segment | Datagram | 'ignored' | 'cut' | 'link'

const LINKS = {
  null: 0,
  ethernet: 1,
  // Of some systems' own files, and the registered one.
  raw: [12, 14, 101],
  loop: 108,
  cooked: 113,
  ip4: 228,
  ip6: 229,
  cooked2: 276,
} as const
const ETHER = { ip4: 0x0800, ip6: 0x86dd, vlan: [0x8100, 0x88a8, 0x9100] } as const
const PROTOCOLS = { tcp: 6, udp: 17 } as const
/** Extension headers of IPv6 that are skipped: hop-by-hop, routing, destination (RFC 8200, 4). */
const SKIPPED_HEADERS: readonly number[] = [0, 43, 60]
const FRAGMENT = 44
const VLANS_MOST = 4

export function decodePacket(linkType: number, bytes: Uint8Array): DecodedPacket {
  const packet = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  switch (linkType) {
    case LINKS.ethernet:
      return etherPayload(packet, 12)
    case LINKS.cooked:
      return etherPayload(packet, 14)
    case LINKS.cooked2:
      // The type comes first, behind it 18 bytes of other fields.
      if (packet.length < 20) return 'ignored'
      return internet(packet.readUInt16BE(0), packet, 20)
    case LINKS.null:
    case LINKS.loop:
      // The family's number is in the byte order of the machine, and differs for IPv6: the version tells.
      return byVersion(packet, 4)
    case LINKS.ip4:
    case LINKS.ip6:
      return byVersion(packet, 0)
    default:
      return (LINKS.raw as readonly number[]).includes(linkType) ? byVersion(packet, 0) : 'link'
  }
}

/** Behind an EtherType, VLAN tags skipped. */
function etherPayload(packet: Buffer, typeAt: number): DecodedPacket {
  let at = typeAt
  for (let tags = 0; tags <= VLANS_MOST; tags++) {
    if (packet.length < at + 2) return 'ignored'
    const type = packet.readUInt16BE(at)
    if (!(ETHER.vlan as readonly number[]).includes(type)) return internet(type, packet, at + 2)
    at += 4
  }
  return 'ignored'
}

function internet(type: number, packet: Buffer, at: number): DecodedPacket {
  return type === ETHER.ip4 || type === ETHER.ip6 ? byVersion(packet, at) : 'ignored'
}

function byVersion(packet: Buffer, at: number): DecodedPacket {
  const version = (packet[at] ?? 0) >> 4
  return version === 4 ? ip4(packet.subarray(at)) : version === 6 ? ip6(packet.subarray(at)) : 'ignored'
}

function ip4(packet: Buffer): DecodedPacket {
  const headBytes = (packet[0]! & 0x0f) * 4
  if (headBytes < 20 || packet.length < headBytes) return 'ignored'
  const total = packet.readUInt16BE(2)
  // Zero: the network card was to cut it (segmentation offload).
  const end = total === 0 ? packet.length : total
  if (end < headBytes) return 'ignored'
  const fragment = packet.readUInt16BE(6)
  if ((fragment & 0x3fff) !== 0 || end > packet.length) return 'cut'
  const address = (from: number) => [...packet.subarray(from, from + 4)].join('.')
  return transport(packet[9]!, packet.subarray(headBytes, end), address(12), address(16))
}

function ip6(packet: Buffer): DecodedPacket {
  if (packet.length < 40) return 'ignored'
  const length = packet.readUInt16BE(4)
  const end = length === 0 ? packet.length : 40 + length
  if (end > packet.length) return 'cut'
  let next = packet[6]!
  let at = 40
  while (SKIPPED_HEADERS.includes(next)) {
    if (at + 8 > end) return 'ignored'
    next = packet[at]!
    at += (packet[at + 1]! + 1) * 8
  }
  if (next === FRAGMENT) return 'cut'
  if (at > end) return 'ignored'
  return transport(next, packet.subarray(at, end), address6(packet, 8), address6(packet, 24))
}

const address6 = (packet: Buffer, from: number): string =>
  Array.from({ length: 8 }, (_, i) => packet.readUInt16BE(from + 2 * i).toString(16)).join(':')

function transport(protocol: number, bytes: Buffer, source: string, target: string): DecodedPacket {
  const ends = () => ({
    from: { address: source, port: bytes.readUInt16BE(0) },
    to: { address: target, port: bytes.readUInt16BE(2) },
  })
  if (protocol === PROTOCOLS.udp) {
    if (bytes.length < 8) return 'ignored'
    const length = bytes.readUInt16BE(4)
    if (length < 8 || length > bytes.length) return 'ignored'
    return { transport: 'udp', ...ends(), payload: bytes.subarray(8, length) }
  }
  if (protocol !== PROTOCOLS.tcp || bytes.length < 20) return 'ignored'
  const headBytes = (bytes[12]! >> 4) * 4
  if (headBytes < 20 || headBytes > bytes.length) return 'ignored'
  return {
    transport: 'tcp',
    ...ends(),
    sequence: bytes.readUInt32BE(4),
    flags: bytes[13]!,
    payload: bytes.subarray(headBytes),
  }
}
