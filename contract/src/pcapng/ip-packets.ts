/**
 * Ethernet frames around bytes: IPv4 (RFC 791) or IPv6 (RFC 8200), with TCP (RFC 9293) or UDP (RFC 768) and right
 * checksums (RFC 1071).
 */

export type Endpoint = { address: string; port: number }

export const TCP_FLAGS = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16 } as const

const ETHERNET_BYTES = 14
const ETHER_TYPES = { ip4: 0x0800, ip6: 0x86dd } as const
const PROTOCOLS = { tcp: 6, udp: 17 } as const
const HOPS = 64

export type TcpSegment = {
  sequence: number
  acknowledgement: number
  flags: number
  window: number
  /** A whole number of 4 bytes. */
  options?: Uint8Array
  payload?: Uint8Array
}

const NOTHING = new Uint8Array()

export function tcpFrame(from: Endpoint, to: Endpoint, segment: TcpSegment): Uint8Array {
  const { options = NOTHING, payload = NOTHING } = segment
  const headBytes = 20 + options.length
  const tcp = new Uint8Array(headBytes + payload.length)
  const view = new DataView(tcp.buffer)
  view.setUint16(0, from.port)
  view.setUint16(2, to.port)
  view.setUint32(4, segment.sequence)
  view.setUint32(8, segment.acknowledgement)
  tcp[12] = (headBytes / 4) << 4
  tcp[13] = segment.flags
  view.setUint16(14, segment.window)
  tcp.set(options, 20)
  tcp.set(payload, headBytes)
  return ethernetFrame(from, to, PROTOCOLS.tcp, tcp, 16)
}

/** `payload`: at most 65,507 bytes over IPv4 and 65,527 over IPv6. */
export function udpFrame(from: Endpoint, to: Endpoint, payload: Uint8Array): Uint8Array {
  const udp = new Uint8Array(8 + payload.length)
  const view = new DataView(udp.buffer)
  view.setUint16(0, from.port)
  view.setUint16(2, to.port)
  view.setUint16(4, udp.length)
  udp.set(payload, 8)
  return ethernetFrame(from, to, PROTOCOLS.udp, udp, 6)
}

/** Puts IP and Ethernet around a segment, and its checksum into it. */
function ethernetFrame(
  from: Endpoint,
  to: Endpoint,
  protocol: number,
  segment: Uint8Array,
  checksumAt: number,
): Uint8Array {
  const source = addressBytes(from.address)
  const target = addressBytes(to.address)
  const isIp6 = source.length === 16 || target.length === 16
  const [own, other] = isIp6 ? [wide(source), wide(target)] : [source, target]
  // Pseudo header (RFC 9293, 3.1; RFC 8200, 8.1).
  const sum = sumOf(own) + sumOf(other) + protocol + segment.length + sumOf(segment)
  // A checksum of UDP that is zero would say that there is none.
  const checksum = folded(sum) || (protocol === PROTOCOLS.udp ? 0xffff : 0)
  new DataView(segment.buffer).setUint16(checksumAt, checksum)
  const ipBytes = isIp6 ? 40 : 20
  const frame = new Uint8Array(ETHERNET_BYTES + ipBytes + segment.length)
  frame.set(hardwareAddress(other), 0)
  frame.set(hardwareAddress(own), 6)
  const view = new DataView(frame.buffer)
  view.setUint16(12, isIp6 ? ETHER_TYPES.ip6 : ETHER_TYPES.ip4)
  const ip = frame.subarray(ETHERNET_BYTES, ETHERNET_BYTES + ipBytes)
  if (isIp6) {
    ip[0] = 0x60
    view.setUint16(ETHERNET_BYTES + 4, segment.length)
    ip.set([protocol, HOPS], 6)
    ip.set(own, 8)
    ip.set(other, 24)
  } else {
    ip[0] = 0x45
    view.setUint16(ETHERNET_BYTES + 2, ipBytes + segment.length)
    // Not to be fragmented, so that the identification may be zero (RFC 6864).
    ip[6] = 0x40
    ip.set([HOPS, protocol], 8)
    ip.set(own, 12)
    ip.set(other, 16)
    view.setUint16(ETHERNET_BYTES + 10, folded(sumOf(ip)))
  }
  frame.set(segment, ETHERNET_BYTES + ipBytes)
  return frame
}

/** Locally administered, and the same for one address: Ethernet is not known of connections over sockets. */
const hardwareAddress = (address: Uint8Array): Uint8Array => Uint8Array.of(2, 0, ...address.subarray(-4))

const MAPPED = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff)
const wide = (address: Uint8Array): Uint8Array =>
  address.length === 16 ? address : Uint8Array.of(...MAPPED, ...address)

/**
 * Bytes of an address as sockets write it, 4 or 16. IPv4 in IPv6 (`::ffff:…`) is IPv4; a zone (`%lo`) is left out. What is
 * no address is 0.0.0.0.
 */
export function addressBytes(text: string): Uint8Array {
  const bare = text.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!bare.includes(':')) {
    const parts = bare.split('.').map(Number)
    const isAddress =
      parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part < 256)
    return Uint8Array.from(isAddress ? parts : [0, 0, 0, 0])
  }
  const [head = '', tail] = bare.split('::')
  const words = (side: string | undefined) =>
    side ? side.split(':').map((word) => Number.parseInt(word, 16)) : []
  const before = words(head)
  const after = words(tail)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...new Array<number>(missing).fill(0), ...after].slice(0, 8)
  return Uint8Array.from(all.flatMap((word) => [(word >> 8) & 0xff, word & 0xff]))
}

/** Sum of 16-bit words; an odd last byte is the high half of one. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at + 1 < bytes.length; at += 2) sum += (bytes[at]! << 8) | bytes[at + 1]!
  if (bytes.length % 2 === 1) sum += bytes[bytes.length - 1]! << 8
  return sum
}

function folded(sum: number): number {
  let rest = sum
  while (rest > 0xffff) rest = (rest % 0x10000) + Math.floor(rest / 0x10000)
  return ~rest & 0xffff
}
