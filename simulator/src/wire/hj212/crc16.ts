/**
 * The check of HJ 212 (Annex A of the standard). It looks like CRC-16/MODBUS and is another one: each byte is put over
 * the register's upper half after a shift, not over its lower one. "123456789" gives 0x2F80.
 */
const TABLE = new Uint16Array(256)
for (let low = 0; low < 256; low++) {
  let register = low
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >> 1) ^ 0xa001 : register >> 1
  TABLE[low] = register
}

/** Check of bytes[from … to). */
export function crc16(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let register = 0xffff
  for (let i = from; i < to; i++) {
    // Eight single shifts of (register >> 8) ^ byte: a value of one byte, so the table holds the whole result.
    register = TABLE[(register >> 8) ^ bytes[i]!]!
  }
  return register
}

/** The check of text of one character a byte; with `NOT_ASCII` set when it holds anything else than ASCII. */
export function crc16OfText(text: string): number {
  let register = 0xffff
  let any = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    any |= code
    register = TABLE[(register >> 8) ^ (code & 255)]!
  }
  return any > 127 ? register | NOT_ASCII : register
}

/** Set in the answers of `crc16OfText` and `crc16WithText` when the bytes are not all ASCII. */
export const NOT_ASCII = 0x10000

/** The check of bytes[from … to), and in the same pass whether they are all ASCII. */
export function crc16WithText(bytes: Uint8Array, from: number, to: number): number {
  let register = 0xffff
  let any = 0
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!
    any |= byte
    register = TABLE[(register >> 8) ^ byte]!
  }
  return any > 127 ? register | NOT_ASCII : register
}

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

/** Four upper-case hex digits, high byte first, as in a frame. */
export function crcText(crc: number): string {
  return HEX_OF_BYTE[crc >> 8]! + HEX_OF_BYTE[crc & 255]!
}
