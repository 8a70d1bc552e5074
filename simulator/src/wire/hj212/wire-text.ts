/**
 * Text on the wire: UTF-8 by the standard, GBK from many stations. The marks of a frame (; , = & / -) are never part of
 * a character in either, so packets are taken apart as one character a byte (latin1) and their texts are read last.
 */
import iconv from 'iconv-lite'
import type { CommandParameters, FactorValues, Packet } from './packet.ts'
import { createFactorValues } from './read-parameters.ts'

/** Reads text of one character a byte. */
export type TextReader = (latin1: string) => string

/** GB 18030 holds all of GBK. */
const GBK = 'gb18030'
/** A character of UTF-8 has at most three bytes behind its first. */
const CUT_BYTES = /^[\x80-\xBF]{1,3}/

const bytesOf = (latin1: string) => Buffer.from(latin1, 'latin1')
const asUtf8: TextReader = (latin1) => bytesOf(latin1).toString('utf8')
const asGbk: TextReader = (latin1) => iconv.decode(bytesOf(latin1), GBK)

/**
 * Reader for texts of these bytes: UTF-8 where valid, else GBK; for bytes that are neither, the one they break less
 * often. A piece of a split message (`isPiece`) may begin and end within a character.
 */
export function textReaderOf(latin1: string, isPiece = false): TextReader {
  if (isUtf8(latin1, isPiece)) return asUtf8
  return broken(asGbk(latin1)) < broken(asUtf8(latin1)) ? asGbk : asUtf8
}

const broken = (text: string) => text.split('\uFFFD').length - 1

function isUtf8(latin1: string, isPiece: boolean): boolean {
  const bytes = bytesOf(isPiece ? latin1.replace(CUT_BYTES, '') : latin1)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPiece })
    return true
  } catch {
    return false
  }
}

/** A packet that was taken apart as one character a byte, with its texts read. */
export function withTexts(packet: Packet): Packet {
  const { cp, password, split } = packet
  const read = textReaderOf(cp, split !== undefined && split.count > 1)
  return {
    ...packet,
    password: password === undefined ? undefined : textReaderOf(password)(password),
    cp: read(cp),
    rawCp: cp,
    ...parametersWithTexts(packet, read),
  }
}

/** The same parameters with their texts read. */
function parametersWithTexts({ params, factors }: CommandParameters, read: TextReader): CommandParameters {
  const valuesOf = (values: FactorValues): FactorValues => {
    const texts = createFactorValues()
    for (const [suffix, value] of Object.entries(values)) texts[read(suffix)] = read(value)
    return texts
  }
  return {
    params: new Map([...params].map(([name, value]) => [read(name), read(value)])),
    factors: new Map([...factors].map(([code, values]) => [read(code), valuesOf(values)])),
  }
}

/** `##`, length and checksum, around the data of a frame. */
const AROUND = 10

/** The bytes of a frame that was read as text, line end included. */
export function frameBytes(frame: string): Buffer {
  const text = frame.trimEnd()
  const utf8 = Buffer.from(`${text}\r\n`)
  const length = Number(text.slice(2, 6))
  if (utf8.length === text.length + 2 || utf8.length - 2 - AROUND === length) return utf8
  const gbk = iconv.encode(`${text}\r\n`, GBK)
  return gbk.length - 2 - AROUND === length ? gbk : utf8
}
