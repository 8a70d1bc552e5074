/**
 * Reads captures: pcapng (draft-ietf-opsawg-pcapng) and pcap (draft-ietf-opsawg-pcap), in either byte order, with any
 * resolution of time.
 */
import { BLOCK_TYPES, BYTE_ORDER_MAGIC, padded } from '@backlot/contract/pcapng/write-blocks'
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
const PCAP_HEAD = 24
const PCAP_RECORD = 16
/** Type, both lengths; of a section header its magic, version and length, too. */
const BLOCK_LEAST = 12
const SECTION_LEAST = 28
const OPTIONS = { end: 0, comment: 1, tsResolution: 9, tsOffset: 14 } as const

type Word = { u16(at: number): number; u32(at: number): number }
const wordsOf = (bytes: Buffer, isLittle: boolean): Word => ({
  u16: (at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
  u32: (at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
})

/** The packets of a file, in its order. Throws a CaptureProblem with the byte where it cannot be read. */
export async function* readCapture(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CapturedPacket> {
  const reader = new CaptureReader()
  for await (const piece of pieces) yield* reader.push(piece)
  reader.end()
}

/** What a piece of a file must have before it can be read: so many bytes, of this. */
class Missing {
  readonly bytes: number
  readonly what: string
  constructor(bytes: number, what: string) {
    this.bytes = bytes
    this.what = what
  }
}

type Format = { kind: 'pcapng' } | { kind: 'pcap'; isLittle: boolean; units: number; linkType: number }
type Interface = { linkType: number; snapBytes: number; unitsPerMs: number; offsetMs: number }

/** Reads a capture in pieces of any size; keeps less than one block of it. */
export class CaptureReader {
  #format: Format | undefined
  #held: Buffer = Buffer.alloc(0)
  /** Of the first byte that is held. */
  #offset = 0
  #missing = new Missing(4, 'its first four bytes')
  // Of the section of pcapng.
  #isLittle = true
  #interfaces: Interface[] = []
  #atMs = 0

  /** Bytes that wait for others. */
  get kept(): number {
    return this.#held.length
  }

  /** The packets that are whole now. Throws a CaptureProblem. */
  *push(piece: Uint8Array): Generator<CapturedPacket> {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    for (;;) {
      const read = this.#next()
      if (read instanceof Missing) {
        this.#missing = read
        return
      }
      if (read) yield read
    }
  }

  /** Throws a CaptureProblem when the file may not end here. */
  end(): void {
    const { bytes, what } = this.#missing
    if (!this.#format && this.#held.length === 0) throw new CaptureProblem(0, 'the file is empty.')
    if (this.#held.length > 0 || !this.#format)
      throw new CaptureProblem(
        this.#offset,
        `the file ends in the middle of ${what}: ${bytes} bytes belong here, ${this.#held.length} are left.`,
      )
  }

  #take(length: number): void {
    this.#held = this.#held.subarray(length)
    this.#offset += length
  }

  /** Reads one record; undefined when that was no packet. */
  #next(): CapturedPacket | Missing | undefined {
    if (!this.#format) return this.#begin()
    return this.#format.kind === 'pcap' ? this.#record(this.#format) : this.#block()
  }

  #begin(): Missing | undefined {
    const held = this.#held
    if (held.length < 4) return new Missing(4, 'its first four bytes')
    const magic = held.readUInt32BE(0)
    if (magic === BLOCK_TYPES.section) {
      this.#format = { kind: 'pcapng' }
      return undefined
    }
    for (const isLittle of [false, true]) {
      const words = wordsOf(held, isLittle)
      const units = PCAP_MAGICS.get(words.u32(0))
      if (units === undefined) continue
      if (held.length < PCAP_HEAD) return new Missing(PCAP_HEAD, 'the file header')
      const version = words.u16(4)
      if (version !== 2) throw new CaptureProblem(4, `version ${version} of pcap is not known: 2 is.`)
      // The bits above are those of the FCS.
      this.#format = { kind: 'pcap', isLittle, units, linkType: words.u32(20) & 0xffff }
      this.#take(PCAP_HEAD)
      return undefined
    }
    if (magic >>> 16 === 0x1f8b)
      throw new CaptureProblem(0, 'the file is compressed: unpack it with gunzip first.')
    throw new CaptureProblem(
      0,
      `neither pcapng nor pcap: it begins with ${held.toString('hex', 0, 4)}. Wireshark and editcap convert other formats.`,
    )
  }

  #record({ isLittle, units, linkType }: Extract<Format, { kind: 'pcap' }>): CapturedPacket | Missing {
    const offset = this.#offset
    if (this.#held.length < PCAP_RECORD) return new Missing(PCAP_RECORD, 'the header of a packet')
    const words = wordsOf(this.#held, isLittle)
    const length = words.u32(8)
    if (length > PACKET_MOST) throw tooLong(offset + 8, 'packet', length, PACKET_MOST)
    const whole = PCAP_RECORD + length
    if (this.#held.length < whole) return new Missing(whole, 'a packet')
    const bytes = this.#held.subarray(PCAP_RECORD, whole)
    this.#take(whole)
    const atMs = words.u32(0) * 1000 + words.u32(4) / (units / 1000)
    return { atMs, linkType, bytes, wireBytes: words.u32(12), comment: undefined, offset }
  }

  #block(): CapturedPacket | Missing | undefined {
    const held = this.#held
    const offset = this.#offset
    if (held.length < BLOCK_LEAST) return new Missing(BLOCK_LEAST, 'a block')
    const isSection = held.readUInt32BE(0) === BLOCK_TYPES.section
    if (isSection) {
      this.#isLittle = held.readUInt32LE(8) === BYTE_ORDER_MAGIC
      if (!this.#isLittle && held.readUInt32BE(8) !== BYTE_ORDER_MAGIC)
        throw new CaptureProblem(offset + 8, 'the byte-order magic of the section is wrong.')
    }
    const words = wordsOf(held, this.#isLittle)
    const length = words.u32(4)
    if (length > BLOCK_MOST) throw tooLong(offset + 4, 'block', length, BLOCK_MOST)
    if (length % 4 !== 0 || length < (isSection ? SECTION_LEAST : BLOCK_LEAST))
      throw new CaptureProblem(offset + 4, `a block of ${length} bytes cannot be: its length is wrong.`)
    if (held.length < length) return new Missing(length, 'a block')
    const again = words.u32(length - 4)
    if (again !== length)
      throw new CaptureProblem(
        offset + length - 4,
        `the block that begins at byte ${offset} has the length ${length}, and ${again} at its end.`,
      )
    this.#take(length)
    const body = held.subarray(8, length - 4)
    const block = { body, words: wordsOf(body, this.#isLittle), isLittle: this.#isLittle, offset }
    if (isSection) {
      const major = block.words.u16(4)
      if (major !== 1) throw new CaptureProblem(offset + 12, `version ${major} of pcapng is not known: 1 is.`)
      this.#interfaces = []
      return undefined
    }
    const type = words.u32(0)
    if (type === BLOCK_TYPES.interface) {
      if (this.#interfaces.length >= INTERFACES_MOST)
        throw new CaptureProblem(offset, `more than ${INTERFACES_MOST} interfaces in a section.`)
      this.#interfaces.push(readInterface(block))
      return undefined
    }
    const packet = packetOf(type, block, this.#interfaces, this.#atMs)
    if (packet) this.#atMs = packet.atMs
    return packet
  }
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
