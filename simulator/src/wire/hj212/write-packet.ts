import { crc16OfText, crcText } from './crc16.ts'
import { SEGMENT_MAX } from './frame-reader.ts'
import type { SplitNumbers } from './packet.ts'

/**
 * One item of the parameters: name and value pairs that belong together, e.g. a34004-Rtd and a34004-Flag; or the text
 * of such an item, which is sent as it is.
 */
export type ParameterItem = readonly ParameterPair[] | string
export type ParameterPair = readonly [name: string, value: string | number]

/** Content of a packet to write. */
export type PacketDraft = {
  /** Left out in answers of the 2005 dialect, which carry it among the parameters. */
  qn?: string
  st: string
  cn: string
  password?: string
  mn?: string
  flag?: number
  split?: SplitNumbers
  /** The parameters as they go out, see `writeParameters`. */
  cp: string
}

/** A packet that the wire cannot carry: too long, or a mark of the frame within a value. Our mistake, not a peer's. */
export class UnwritablePacket extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnwritablePacket'
  }
}

/** Parameters as text: items apart by `;`, the pairs of one by `,`. Throws an UnwritablePacket on a mark in a name or value. */
export function writeParameters(items: readonly ParameterItem[]): string {
  let text = ''
  for (const item of items) {
    if (text !== '') text += ';'
    if (typeof item === 'string') text += item
    else
      for (let i = 0; i < item.length; i++) text += i === 0 ? writePair(item[i]!) : `,${writePair(item[i]!)}`
  }
  return text
}

/** Names that were found to be sound: the same few come again and again. */
const SOUND_NAMES = new Set<string>()
const SOUND_NAMES_MAX = 4096

function writePair([name, value]: ParameterPair): string {
  if (!SOUND_NAMES.has(name)) {
    if (name === '' || /[;,=&\r\n]/.test(name))
      throw new UnwritablePacket(`${name} is no name of a parameter`)
    if (SOUND_NAMES.size < SOUND_NAMES_MAX) SOUND_NAMES.add(name)
  }
  if (typeof value === 'number') return `${name}=${value}`
  const text = value
  if (text.length === 1 && text >= 'A') return `${name}=${text}`
  const isLog = text.startsWith('//') && text.endsWith('//') && text.length >= 5
  const marks = isLog ? /&&|[\r\n]/ : /[;,&\r\n]|^\/\//
  if (marks.test(text) || (isLog && text.slice(2, -2).includes('//'))) {
    throw new UnwritablePacket(`The value of ${name} holds a mark of the frame: ${text}`)
  }
  return `${name}=${text}`
}

/** The data segment in the order of the 2017 standard. Throws an UnwritablePacket past 1024 bytes. */
export function writeSegment(draft: PacketDraft): string {
  const { qn, st, cn, password, mn, flag, split, cp } = draft
  if (cp.includes('&&')) throw new UnwritablePacket('&& stands within the parameters')
  let text = qn === undefined ? '' : `QN=${qn};`
  text += `ST=${st};CN=${cn};`
  if (password !== undefined) text += `PW=${password};`
  if (mn !== undefined) text += `MN=${mn};`
  if (flag !== undefined) text += `Flag=${flag};`
  if (split) text += `PNUM=${split.count};PNO=${split.index};`
  text += `CP=&&${cp}&&`
  return text
}

/** A whole frame, line end included. Throws an UnwritablePacket past 1024 bytes of data. */
export function writePacket(draft: PacketDraft): Buffer {
  return writeFrame(writeSegment(draft))
}

/** The same as text of one character a byte (latin1): that is cheaper for thousands of stations to write and keep. */
export function packetText(draft: PacketDraft): string {
  return frameText(writeSegment(draft))
}

/** Puts a data segment into its frame. Throws an UnwritablePacket past 1024 bytes. */
export function writeFrame(segment: string): Buffer {
  return Buffer.from(frameText(segment), 'latin1')
}

function frameText(segment: string): string {
  let bytes = segment
  let check = crc16OfText(bytes)
  if (check > 0xffff) {
    bytes = Buffer.from(segment).toString('latin1')
    check = crc16OfText(bytes) & 0xffff
  }
  const { length } = bytes
  if (length > SEGMENT_MAX) throw new UnwritablePacket(`${length} bytes of data, at most ${SEGMENT_MAX}`)
  return `##${String(10_000 + length).slice(1)}${bytes}${crcText(check)}\r\n`
}
