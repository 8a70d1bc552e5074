/**
 * Frames of Modbus TCP (MODBUS Messaging on TCP/IP Implementation Guide V1.0b, 3.1.3): transaction, protocol 0, length,
 * unit, then a function and its data, at most 253 bytes of these (MODBUS Application Protocol V1.1b3, 4.1).
 */
export type ModbusFrame = {
  transaction: number
  unit: number
  /** Function and data. */
  pdu: Buffer
}

export const PDU_MAX = 253
const HEAD = 7

export type ModbusFrameReader = {
  /** Takes the next bytes of a stream; 'malformed': they are no Modbus TCP, and nothing after them can be. */
  add(bytes: Buffer): ModbusFrame[] | 'malformed'
  /** Bytes of a frame that is not whole yet. */
  readonly pending: number
}

export function createModbusFrameReader(): ModbusFrameReader {
  let rest: Buffer = Buffer.alloc(0)
  return {
    get pending() {
      return rest.length
    },
    add(bytes) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      const frames: ModbusFrame[] = []
      while (rest.length >= HEAD) {
        const length = rest.readUInt16BE(4)
        if (rest.readUInt16BE(2) !== 0 || length < 2 || length > PDU_MAX + 1) return 'malformed'
        const end = 6 + length
        if (rest.length < end) break
        frames.push({
          transaction: rest.readUInt16BE(0),
          unit: rest[6]!,
          pdu: Buffer.from(rest.subarray(HEAD, end)),
        })
        rest = rest.subarray(end)
      }
      // Less than a frame: a copy keeps no large piece of the stream alive.
      rest = Buffer.from(rest)
      return frames
    },
  }
}

export function writeModbusFrame({ transaction, unit, pdu }: ModbusFrame): Buffer {
  const frame = Buffer.alloc(HEAD + pdu.length)
  frame.writeUInt16BE(transaction, 0)
  frame.writeUInt16BE(pdu.length + 1, 4)
  frame[6] = unit
  pdu.copy(frame, HEAD)
  return frame
}
