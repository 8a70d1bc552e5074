/** Message header of JT/T 808: 12 bytes in 2013, 17 in 2019, 4 more in packets of a split message. */
import { bcdBytes, bcdText, isDecimal } from './bcd.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { Jt808Error } from './problem.ts'

/** Edition of the standard, by bit 14 of the attributes. */
export type Jt808Version = 2013 | 2019

export type Jt808Header = {
  id: number
  version: Jt808Version
  /** The version byte of 2019 (1 and up); 0 in 2013. */
  protocolVersion: number
  /** All digits of the field: 12 in 2013, 20 in 2019. */
  phone: string
  serial: number
  /** Bits 10–12 of the attributes: 0 none, bit 0 RSA. */
  encryption: number
  /** Packet `index` (from 1) of `total`. */
  split?: { total: number; index: number }
}

/** Most bytes of one packet's body: ten bits. */
export const BODY_MAX = 1023
const PHONE_BYTES = { 2013: 6, 2019: 10 } as const

/** Digits of a phone field for `phone` in an edition. */
function phoneDigits(phone: string, version: Jt808Version): string {
  return phone.replace(/^0+/, '').padStart(PHONE_BYTES[version] * 2, '0')
}

/** Reads a header and the body length that it promises. Throws a Jt808Error. */
export function readHeader(reader: ByteReader): { header: Jt808Header; bodyLength: number } {
  const id = reader.u16()
  const attributes = reader.u16()
  const version: Jt808Version = attributes & 0x4000 ? 2019 : 2013
  const protocolVersion = version === 2019 ? reader.u8() : 0
  const phoneAt = reader.place
  const phone = bcdText(reader.take(PHONE_BYTES[version]))
  if (!isDecimal(phone)) throw new Jt808Error('phone', phoneAt, `the phone number ${phone} is no BCD`)
  const header: Jt808Header = {
    id,
    version,
    protocolVersion,
    phone,
    serial: reader.u16(),
    encryption: (attributes >> 10) & 7,
  }
  if (attributes & 0x2000) {
    const splitAt = reader.place
    const total = reader.u16()
    const index = reader.u16()
    if (index === 0 || index > total) throw new Jt808Error('split', splitAt, `packet ${index} of ${total}`)
    header.split = { total, index }
  }
  return { header, bodyLength: attributes & 0x3ff }
}

export function writeHeader(writer: ByteWriter, header: Jt808Header, bodyLength: number): void {
  const { version, split } = header
  if (bodyLength > BODY_MAX) throw new Jt808Error('value', 0, `a body of ${bodyLength} bytes must be split`)
  const bytes = PHONE_BYTES[version]
  const phone = phoneDigits(header.phone, version)
  if (!isDecimal(phone) || phone.length > bytes * 2) {
    throw new Jt808Error('value', 0, `the phone number ${header.phone} does not fit ${bytes} bytes`)
  }
  const attributes =
    bodyLength | ((header.encryption & 7) << 10) | (split ? 0x2000 : 0) | (version === 2019 ? 0x4000 : 0)
  writer.u16(header.id).u16(attributes)
  if (version === 2019) writer.u8(header.protocolVersion)
  writer.raw(bcdBytes(phone, bytes)).u16(header.serial)
  if (split) writer.u16(split.total).u16(split.index)
}
