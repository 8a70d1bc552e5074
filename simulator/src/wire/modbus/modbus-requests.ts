/** Requests of Modbus and their answers (MODBUS Application Protocol V1.1b3, 6 and 7), on both sides. */

/** Coils and holding registers can be written, discrete inputs and input registers are only read. */
export const MODBUS_TABLES = ['coil', 'discrete', 'holding', 'input'] as const
export type ModbusTable = (typeof MODBUS_TABLES)[number]

/** 1 function, 2 address, 3 value, 4 failure of the device, 11 the device behind a gateway does not answer. */
export const MODBUS_EXCEPTION = { function: 1, address: 2, value: 3, failure: 4, noResponse: 11 } as const
export type ModbusExceptionCode = (typeof MODBUS_EXCEPTION)[keyof typeof MODBUS_EXCEPTION]

export type ModbusRequest =
  | { kind: 'read'; table: ModbusTable; address: number; count: number }
  /** Bits are 0 or 1, registers 0 to 65,535. */
  | { kind: 'write'; table: 'coil' | 'holding'; address: number; values: number[] }

const READS: Readonly<Record<number, ModbusTable>> = { 1: 'coil', 2: 'discrete', 3: 'holding', 4: 'input' }
const READ_FUNCTION: Readonly<Record<ModbusTable, number>> = { coil: 1, discrete: 2, holding: 3, input: 4 }
const isBits = (table: ModbusTable) => table === 'coil' || table === 'discrete'
/** Most bits and registers of one request. */
export const READ_MAX = { bits: 2000, registers: 125 } as const
const WRITE_MAX = { bits: 1968, registers: 123 } as const
const ON = 0xff00

/** Reads the function and data of a request; an exception code when it is none that can be carried out. */
export function readRequest(pdu: Buffer): ModbusRequest | ModbusExceptionCode {
  const code = pdu[0] ?? 0
  const table = READS[code]
  if (table) return readOf(table, pdu)
  if (code === 5 || code === 6) return singleWrite(code, pdu)
  if (code === 15 || code === 16) return multipleWrite(code, pdu)
  return MODBUS_EXCEPTION.function
}

function readOf(table: ModbusTable, pdu: Buffer): ModbusRequest | ModbusExceptionCode {
  if (pdu.length !== 5) return MODBUS_EXCEPTION.value
  const [address, count] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)]
  if (count < 1 || count > (isBits(table) ? READ_MAX.bits : READ_MAX.registers)) return MODBUS_EXCEPTION.value
  if (address + count > 65_536) return MODBUS_EXCEPTION.address
  return { kind: 'read', table, address, count }
}

function singleWrite(code: number, pdu: Buffer): ModbusRequest | ModbusExceptionCode {
  if (pdu.length !== 5) return MODBUS_EXCEPTION.value
  const [address, value] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)]
  if (code === 6) return { kind: 'write', table: 'holding', address, values: [value] }
  if (value !== 0 && value !== ON) return MODBUS_EXCEPTION.value
  return { kind: 'write', table: 'coil', address, values: [value === ON ? 1 : 0] }
}

function multipleWrite(code: number, pdu: Buffer): ModbusRequest | ModbusExceptionCode {
  if (pdu.length < 6) return MODBUS_EXCEPTION.value
  const [address, count, bytes] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3), pdu[5]!]
  const wantedBytes = code === 15 ? Math.ceil(count / 8) : count * 2
  const most = code === 15 ? WRITE_MAX.bits : WRITE_MAX.registers
  if (count < 1 || count > most || bytes !== wantedBytes || pdu.length !== 6 + bytes)
    return MODBUS_EXCEPTION.value
  if (address + count > 65_536) return MODBUS_EXCEPTION.address
  const data = pdu.subarray(6)
  const values = Array.from({ length: count }, (_, n) =>
    code === 15 ? (data[n >> 3]! >> (n & 7)) & 1 : data.readUInt16BE(n * 2),
  )
  return { kind: 'write', table: code === 15 ? 'coil' : 'holding', address, values }
}

/** The answer to a read: bits or registers in the order of their addresses. */
export function writeReadAnswer(table: ModbusTable, values: readonly number[]): Buffer {
  const bytes = isBits(table) ? Math.ceil(values.length / 8) : values.length * 2
  const pdu = Buffer.alloc(2 + bytes)
  pdu[0] = READ_FUNCTION[table]
  pdu[1] = bytes
  for (const [n, value] of values.entries()) {
    if (isBits(table)) pdu[2 + (n >> 3)]! |= (value & 1) << (n & 7)
    else pdu.writeUInt16BE(value & 0xffff, 2 + n * 2)
  }
  return pdu
}

/** The answer to a write that was carried out: the beginning of the request. */
export const writeWriteAnswer = (request: Buffer): Buffer => Buffer.from(request.subarray(0, 5))

export const writeException = (code: number, exception: ModbusExceptionCode): Buffer =>
  Buffer.of((code & 0x7f) | 0x80, exception)

/** A request to read. */
export function writeRead(table: ModbusTable, address: number, count: number): Buffer {
  const pdu = Buffer.alloc(5)
  pdu[0] = READ_FUNCTION[table]
  pdu.writeUInt16BE(address, 1)
  pdu.writeUInt16BE(count, 3)
  return pdu
}

/** The values of an answer to a read of `count`; an exception's code, or 'malformed' when it is no answer to that. */
export function readReadAnswer(
  table: ModbusTable,
  count: number,
  pdu: Buffer,
): number[] | { exception: number } | 'malformed' {
  const code = READ_FUNCTION[table]
  if (pdu.length === 2 && pdu[0] === (code | 0x80)) return { exception: pdu[1]! }
  const bytes = isBits(table) ? Math.ceil(count / 8) : count * 2
  if (pdu[0] !== code || pdu[1] !== bytes || pdu.length !== 2 + bytes) return 'malformed'
  return Array.from({ length: count }, (_, n) =>
    isBits(table) ? (pdu[2 + (n >> 3)]! >> (n & 7)) & 1 : pdu.readUInt16BE(2 + n * 2),
  )
}
