/**
 * Blocks of a pcapng file (draft-ietf-opsawg-pcapng), little endian: section header (4.1), interface description (4.2),
 * enhanced packet (4.3), interface statistics (4.6). Times are epoch microseconds, which doubles hold exactly.
 */

export const BLOCK_TYPES = {
  section: 0x0a0d0d0a,
  interface: 1,
  packet: 2,
  simplePacket: 3,
  statistics: 5,
  enhancedPacket: 6,
} as const
export const BYTE_ORDER_MAGIC = 0x1a2b3c4d
/** LINKTYPE_ETHERNET of the registry of link types (draft-ietf-opsawg-pcaplinktype). */
export const LINK_ETHERNET = 1

/** Options of every block, and of the single ones. */
const OPTIONS = {
  end: 0,
  comment: 1,
  application: 4,
  name: 2,
  description: 3,
  tsResolution: 9,
  flags: 2,
} as const
const STATISTICS_OPTIONS = { received: 4, dropped: 5 } as const
/** if_tsresol: times count 10^-6 s. */
const MICROSECONDS = 6
/** A whole IP packet of the largest size in an Ethernet frame. */
const SNAP_BYTES = 262_144
/** Bits 0 and 1 of epb_flags (4.3.1). */
const DIRECTION_FLAGS = { in: 1, out: 2 } as const

export type PacketDirection = keyof typeof DIRECTION_FLAGS
type Option = { code: number; value: Uint8Array }

/** Section header: which application wrote it, and a comment. */
export function sectionHeader(application: string, comment: string): Uint8Array {
  const body = new Uint8Array(16)
  const view = new DataView(body.buffer)
  view.setUint32(0, BYTE_ORDER_MAGIC, true)
  view.setUint16(4, 1, true)
  // Its length is not known: -1.
  view.setUint32(8, 0xffff_ffff, true)
  view.setUint32(12, 0xffff_ffff, true)
  return block(BLOCK_TYPES.section, body, [
    { code: OPTIONS.application, value: utf8(application) },
    { code: OPTIONS.comment, value: utf8(comment) },
  ])
}

/** An Ethernet interface; interfaces of a section are numbered from 0 in their order. */
export function interfaceDescription(name: string, description: string): Uint8Array {
  const body = new Uint8Array(8)
  const view = new DataView(body.buffer)
  view.setUint16(0, LINK_ETHERNET, true)
  view.setUint32(4, SNAP_BYTES, true)
  return block(BLOCK_TYPES.interface, body, [
    { code: OPTIONS.name, value: utf8(name) },
    { code: OPTIONS.description, value: utf8(description) },
    { code: OPTIONS.tsResolution, value: Uint8Array.of(MICROSECONDS) },
  ])
}

/** A packet: `atMs` epoch milliseconds (fractions count), `direction` as the interface's owner sees it. */
export function enhancedPacket(packet: {
  interfaceId: number
  atMs: number
  bytes: Uint8Array
  direction: PacketDirection
  comment?: string | undefined
}): Uint8Array {
  const { interfaceId, atMs, bytes, direction, comment } = packet
  const body = new Uint8Array(20 + padded(bytes.length))
  const view = new DataView(body.buffer)
  view.setUint32(0, interfaceId, true)
  setTime(view, 4, atMs)
  view.setUint32(12, bytes.length, true)
  view.setUint32(16, bytes.length, true)
  body.set(bytes, 20)
  const flags = new Uint8Array(4)
  flags[0] = DIRECTION_FLAGS[direction]
  return block(BLOCK_TYPES.enhancedPacket, body, [
    { code: OPTIONS.flags, value: flags },
    ...(comment === undefined ? [] : [{ code: OPTIONS.comment, value: utf8(comment) }]),
  ])
}

/** How many packets an interface had, and how many of them are not in the file. */
export function interfaceStatistics(statistics: {
  interfaceId: number
  atMs: number
  received: number
  dropped: number
}): Uint8Array {
  const body = new Uint8Array(12)
  const view = new DataView(body.buffer)
  view.setUint32(0, statistics.interfaceId, true)
  setTime(view, 4, statistics.atMs)
  return block(BLOCK_TYPES.statistics, body, [
    { code: STATISTICS_OPTIONS.received, value: uint64(statistics.received) },
    { code: STATISTICS_OPTIONS.dropped, value: uint64(statistics.dropped) },
  ])
}

export const padded = (length: number): number => Math.ceil(length / 4) * 4

function block(type: number, body: Uint8Array, options: readonly Option[]): Uint8Array {
  const optionBytes = options.reduce((sum, { value }) => sum + 4 + padded(value.length), 4)
  const total = 12 + body.length + optionBytes
  const made = new Uint8Array(total)
  const view = new DataView(made.buffer)
  view.setUint32(0, type, true)
  view.setUint32(4, total, true)
  made.set(body, 8)
  let at = 8 + body.length
  for (const { code, value } of options) {
    view.setUint16(at, code, true)
    view.setUint16(at + 2, value.length, true)
    made.set(value, at + 4)
    at += 4 + padded(value.length)
  }
  // The end of options is zeros already.
  view.setUint32(total - 4, total, true)
  return made
}

/** A time in two words, the high one first (4.3). */
function setTime(view: DataView, at: number, atMs: number): void {
  const us = Math.round(atMs * 1000)
  view.setUint32(at, Math.floor(us / 2 ** 32), true)
  view.setUint32(at + 4, us % 2 ** 32, true)
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, value % 2 ** 32, true)
  view.setUint32(4, Math.floor(value / 2 ** 32), true)
  return bytes
}

/** Options have 16 bits for their length. */
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text.slice(0, 8000))
