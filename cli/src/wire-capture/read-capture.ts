/**
 * Reads captures: pcapng (draft-ietf-opsawg-pcapng) and pcap (draft-ietf-opsawg-pcap), in either byte order, with any
 * resolution of time.
 */
import { BLOCK_TYPES, BYTE_ORDER_MAGIC, padded } from '@backlot/contract/pcapng/write-blocks'
import { ByteSource } from './byte-source.ts'
import { CaptureProblem } from './capture-problem.ts'

export type CapturedPacket = {
  /** Epoch milliseconds with fractions. */
  atMs: number
  /** LINKTYPE_ number (draft-ietf-opsawg-pcaplinktype). */
  linkType: number
  bytes: Uint8Array
  /** Bytes that it had on the wire: more than `bytes` when it was cut. */
  wireBytes: number
  comment: string | undefined
  /** Where its record begins in the file. */
  offset: number
}

/** Longest block or packet: Wireshark's limit of packets, and as much again for options. */
const PACKET_MOST = 262_144
const BLOCK_MOST = 2 * PACKET_MOST
/** Interfaces of a section. */
const INTERFACES_MOST = 10_000
/** Seconds in pcap, by its magic number: microseconds, or nanoseconds. */
const PCAP_MAGICS: ReadonlyMap<number, number> = new Map([
  [0xa1b2c3d4, 1e6],
  [0xa1b23c4d, 1e9],
])
const PCAP_HEAD = 20
const PCAP_RECORD = 16
const OPTIONS = { end: 0, comment: 1, tsResolution: 9, tsOffset: 14 } as const

type Word = { u16(at: number): number; u32(at: number): number }
const wordsOf = (bytes: Buffer, isLittle: boolean): Word => ({
  u16: (at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
  u32: (at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
})

/** The packets of a file, in its order. Throws a CaptureProblem with the byte where it cannot be read. */
export async function* readCapture(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CapturedPacket> {
  const source = new ByteSource(pieces)
  if (await source.isAtEnd()) throw new CaptureProblem(0, 'the file is empty.')
  const magic = await source.take(4, 'its first four bytes')
  const first = magic.readUInt32BE(0)
  if (first === BLOCK_TYPES.section) {
    yield* readPcapng(source)
    return
  }
  for (const isLittle of [false, true]) {
    const units = PCAP_MAGICS.get(wordsOf(magic, isLittle).u32(0))
    if (units === undefined) continue
    yield* readPcap(source, isLittle, units)
    return
  }
  if (first >>> 16 === 0x1f8b)
    throw new CaptureProblem(0, 'the file is compressed: unpack it with gunzip first.')
  throw new CaptureProblem(
    0,
    `neither pcapng nor pcap: it begins with ${magic.toString('hex')}. Wireshark and editcap convert other formats.`,
  )
}

async function* readPcap(
  source: ByteSource,
  isLittle: boolean,
  units: number,
): AsyncGenerator<CapturedPacket> {
  const head = wordsOf(await source.take(PCAP_HEAD, 'the file header'), isLittle)
  const version = head.u16(0)
  if (version !== 2) throw new CaptureProblem(4, `version ${version} of pcap is not known: 2 is.`)
  // The bits above are those of the FCS.
  const linkType = head.u32(16) & 0xffff
  while (!(await source.isAtEnd())) {
    const { offset } = source
    const record = wordsOf(await source.take(PCAP_RECORD, 'the header of a packet'), isLittle)
    const length = record.u32(8)
    if (length > PACKET_MOST) throw tooLong(offset + 8, 'packet', length, PACKET_MOST)
    const bytes = await source.take(length, 'a packet')
    const atMs = record.u32(0) * 1000 + record.u32(4) / (units / 1000)
    yield { atMs, linkType, bytes, wireBytes: record.u32(12), comment: undefined, offset }
  }
}

type Interface = { linkType: number; snapBytes: number; unitsPerMs: number; offsetMs: number }

/** Behind the type of the first section header. */
async function* readPcapng(source: ByteSource): AsyncGenerator<CapturedPacket> {
  let isLittle = true
  let interfaces: Interface[] = []
  let atMs = 0
  for (let isFirst = true; isFirst || !(await source.isAtEnd()); isFirst = false) {
    const offset = isFirst ? 0 : source.offset
    const typeBytes = isFirst ? undefined : await source.take(4, 'the header of a block')
    const isSection = !typeBytes || typeBytes.readUInt32BE(0) === BLOCK_TYPES.section
    const lengthBytes = await source.take(4, 'the header of a block')
    let body: Buffer
    if (isSection) {
      const order = await source.take(4, 'a section header')
      isLittle = order.readUInt32LE(0) === BYTE_ORDER_MAGIC
      if (!isLittle && order.readUInt32BE(0) !== BYTE_ORDER_MAGIC)
        throw new CaptureProblem(offset + 8, 'the byte-order magic of the section is wrong.')
      body = await bodyOf(source, offset, wordsOf(lengthBytes, isLittle).u32(0), isLittle, order)
      const major = wordsOf(body, isLittle).u16(4)
      if (major !== 1) throw new CaptureProblem(offset + 12, `version ${major} of pcapng is not known: 1 is.`)
      interfaces = []
      continue
    }
    const type = wordsOf(typeBytes, isLittle).u32(0)
    body = await bodyOf(source, offset, wordsOf(lengthBytes, isLittle).u32(0), isLittle)
    const block = { body, words: wordsOf(body, isLittle), isLittle, offset }
    if (type === BLOCK_TYPES.interface) {
      if (interfaces.length >= INTERFACES_MOST)
        throw new CaptureProblem(offset, `more than ${INTERFACES_MOST} interfaces in a section.`)
      interfaces.push(readInterface(block))
      continue
    }
    const packet = packetOf(type, block, interfaces, atMs)
    if (!packet) continue
    atMs = packet.atMs
    yield packet
  }
}

/** The rest of a block behind its length, without the length at its end; `begun`: bytes of it that were taken. */
async function bodyOf(
  source: ByteSource,
  offset: number,
  length: number,
  isLittle: boolean,
  begun: Buffer = Buffer.alloc(0),
): Promise<Buffer> {
  if (length > BLOCK_MOST) throw tooLong(offset + 4, 'block', length, BLOCK_MOST)
  if (length % 4 !== 0 || length < (begun.length > 0 ? 28 : 12))
    throw new CaptureProblem(offset + 4, `a block of ${length} bytes cannot be: its length is wrong.`)
  const rest = await source.take(length - 12 - begun.length, 'a block')
  const end = await source.take(4, 'a block')
  const again = wordsOf(end, isLittle).u32(0)
  if (again !== length)
    throw new CaptureProblem(
      offset + length - 4,
      `the block that begins at byte ${offset} has the length ${length}, and ${again} at its end.`,
    )
  return begun.length > 0 ? Buffer.concat([begun, rest]) : rest
}

type Block = { body: Buffer; words: Word; isLittle: boolean; offset: number }

function readInterface(block: Block): Interface {
  const { body, words, isLittle, offset } = block
  if (body.length < 8) throw new CaptureProblem(offset, 'an interface description of less than 8 bytes.')
  const found: Interface = { linkType: words.u16(0), snapBytes: words.u32(4), unitsPerMs: 1000, offsetMs: 0 }
  for (const { code, value } of optionsOf(block, 8)) {
    const [resolution] = value
    if (code === OPTIONS.tsResolution && resolution !== undefined) {
      const power = resolution & 0x7f
      found.unitsPerMs = ((resolution & 0x80) === 0 ? 10 : 2) ** power / 1000
    } else if (code === OPTIONS.tsOffset && value.length === 8) {
      const seconds = isLittle ? value.readBigInt64LE() : value.readBigInt64BE()
      found.offsetMs = Number(seconds) * 1000
    }
  }
  return found
}

function packetOf(
  type: number,
  block: Block,
  interfaces: readonly Interface[],
  lastMs: number,
): CapturedPacket | undefined {
  const { body, words, offset } = block
  const isSimple = type === BLOCK_TYPES.simplePacket
  if (!isSimple && type !== BLOCK_TYPES.enhancedPacket && type !== BLOCK_TYPES.packet) return undefined
  const headBytes = isSimple ? 4 : 20
  if (body.length < headBytes)
    throw new CaptureProblem(offset, `a packet block of less than ${headBytes} bytes.`)
  // The obsolete packet block has 16 bits for its interface.
  const id = isSimple ? 0 : type === BLOCK_TYPES.packet ? words.u16(0) : words.u32(0)
  const own = interfaces[id]
  if (!own)
    throw new CaptureProblem(offset + 8, `a packet of interface ${id}, which is not described before.`)
  const wireBytes = isSimple ? words.u32(0) : words.u32(16)
  const length = isSimple ? Math.min(wireBytes, own.snapBytes || wireBytes) : words.u32(12)
  if (length > body.length - headBytes)
    throw new CaptureProblem(
      offset,
      `a packet of ${length} bytes in a block with room for ${body.length - headBytes}.`,
    )
  const ticks = isSimple ? undefined : words.u32(4) * 2 ** 32 + words.u32(8)
  const options = isSimple ? [] : optionsOf(block, headBytes + padded(length))
  const comments = [...options]
    .filter(({ code }) => code === OPTIONS.comment)
    .map(({ value }) => value.toString('utf8'))
  return {
    atMs: ticks === undefined ? lastMs : ticks / own.unitsPerMs + own.offsetMs,
    linkType: own.linkType,
    bytes: body.subarray(headBytes, headBytes + length),
    wireBytes,
    comment: comments.length > 0 ? comments.join('\n') : undefined,
    offset,
  }
}

function* optionsOf(
  { body, words, offset }: Block,
  from: number,
): Generator<{ code: number; value: Buffer }> {
  for (let at = from; at + 4 <= body.length; ) {
    const code = words.u16(at)
    const length = words.u16(at + 2)
    if (code === OPTIONS.end) return
    if (at + 4 + length > body.length)
      throw new CaptureProblem(offset + 8 + at, `an option of ${length} bytes does not fit into its block.`)
    yield { code, value: body.subarray(at + 4, at + 4 + length) }
    at += 4 + padded(length)
  }
}

const tooLong = (offset: number, what: string, length: number, most: number) =>
  new CaptureProblem(offset, `a ${what} of ${length} bytes; the longest that is read has ${most}.`)
