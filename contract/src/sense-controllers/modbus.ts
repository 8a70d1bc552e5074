/** Modbus RTU as sensors on an RS-485 line are asked: read requests in hex, with the CRC-16 of Modbus over serial line, §2.5.1.2. */

/** CRC-16/MODBUS: polynomial 0xA001 (reflected), starting at 0xFFFF. Goes out low byte first. */
export function crc16Modbus(bytes: Iterable<number>): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** A frame: the bytes and their check sum. */
export function withCrc(bytes: readonly number[]): number[] {
  const crc = crc16Modbus(bytes)
  return [...bytes, crc & 0xff, crc >> 8]
}

/** Whether a frame ends with the checksum of the bytes before it. */
export function hasGoodCrc(frame: readonly number[]): boolean {
  return frame.length > 2 && crc16Modbus(frame.slice(0, -2)) === frame.at(-2)! + (frame.at(-1)! << 8)
}

/** Bytes as they are written: two digits each, with spaces. */
export function hexText(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')
}

/** Bytes of a text of hexadecimal digits with or without spaces; undefined when it is none. */
export function bytesOf(text: string): number[] | undefined {
  const digits = text.replace(/\s+/g, '')
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) return undefined
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

/** Functions that read registers: 3 holding, 4 input. */
export const READ_FUNCTIONS = [3, 4] as const
const REGISTERS_MAX = 125
export const ADDRESS_RANGE = { min: 1, max: 247 } as const

type ReadRequest = { address: number; fn: number; start: number; count: number }

/** Faults of a command script. */
const SCRIPT_FAULTS = ['hex', 'length', 'address', 'function', 'count', 'crc'] as const
type ScriptFault = (typeof SCRIPT_FAULTS)[number]

/** The read request of a script: addr, function, first register, registers, CRC; or its first fault. */
export function readScript(script: string): ReadRequest | ScriptFault {
  const bytes = bytesOf(script)
  if (!bytes) return 'hex'
  if (bytes.length !== 8) return 'length'
  const [address, fn, startHigh, startLow, countHigh, countLow] = bytes as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (address < ADDRESS_RANGE.min || address > ADDRESS_RANGE.max) return 'address'
  if (!READ_FUNCTIONS.some((known) => known === fn)) return 'function'
  const count = countHigh * 256 + countLow
  if (count < 1 || count > REGISTERS_MAX) return 'count'
  if (!hasGoodCrc(bytes)) return 'crc'
  return { address, fn, start: startHigh * 256 + startLow, count }
}

/** The script of a read request. */
export function scriptOf({ address, fn, start, count }: ReadRequest): string {
  return hexText(withCrc([address, fn, start >> 8, start & 0xff, count >> 8, count & 0xff]))
}

/** Registers that a quantity takes: 32 bits with sign, high word first, in steps of its last decimal. */
export const REGISTERS_A_QUANTITY = 2
