/** One frame of JT/T 808: 7E, escaped header, body and checksum, 7E. */
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { enclose, escapedOffset, unescapeBytes } from './escape.ts'
import { type Jt808Header, readHeader, writeHeader } from './header.ts'
import { type Decoded, decoded, Jt808Error } from './problem.ts'

export type Jt808Frame = { header: Jt808Header; body: Uint8Array }

/** Most bytes between two delimiters: the longest content with every byte escaped. */
export const ESCAPED_MAX = 2 * (21 + 1023 + 1)
/** The shortest content: a header of 2013 and the checksum. */
const CONTENT_MIN = 13

/** XOR of all bytes. */
export function checksumOf(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum ^= byte
  return sum
}

/** Bytes of a frame, delimiters included. Throws a Jt808Error (`value`) when the header cannot be written. */
export function encodeFrame(frame: Jt808Frame): Uint8Array {
  const writer = new ByteWriter()
  writeHeader(writer, frame.header, frame.body.length)
  const content = writer.raw(frame.body)
  return enclose(content.u8(checksumOf(content.done())).done())
}

/**
 * Reads the bytes between two delimiters. Problems carry `origin` plus the offset in `escaped`. An encrypted body is
 * returned as it is.
 */
export function decodeFrame(escaped: Uint8Array, origin = 0): Decoded<Jt808Frame> {
  return decoded(() => {
    if (escaped.length < CONTENT_MIN) {
      throw new Jt808Error('tooShort', origin, `${escaped.length} bytes are no frame`)
    }
    const content = unescaped(escaped, origin)
    try {
      return readContent(content)
    } catch (error) {
      if (!(error instanceof Jt808Error)) throw error
      const code = error.code === 'body' ? 'tooShort' : error.code
      throw new Jt808Error(code, origin + escapedOffset(escaped, error.offset), error.message)
    }
  })
}

function unescaped(escaped: Uint8Array, origin: number): Uint8Array {
  try {
    return unescapeBytes(escaped)
  } catch (error) {
    if (!(error instanceof Jt808Error)) throw error
    throw new Jt808Error(error.code, origin + error.offset, error.message)
  }
}

function readContent(content: Uint8Array): Jt808Frame {
  if (content.length < CONTENT_MIN)
    throw new Jt808Error('tooShort', 0, `${content.length} bytes are no frame`)
  const inner = content.subarray(0, -1)
  const stated = content[content.length - 1]!
  const sum = checksumOf(inner)
  if (sum !== stated) {
    throw new Jt808Error('checksum', inner.length, `checksum ${hex(stated)}, not ${hex(sum)}`)
  }
  const reader = new ByteReader(inner)
  const { header, bodyLength } = readHeader(reader)
  if (bodyLength !== reader.left) {
    throw new Jt808Error(
      'length',
      2,
      `the header promises ${bodyLength} bytes of body, there are ${reader.left}`,
    )
  }
  return { header, body: reader.rest().slice() }
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
