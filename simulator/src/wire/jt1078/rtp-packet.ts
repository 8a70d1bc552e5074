/** Packets of live and recorded sound and pictures (JT/T 1078-2016, 5.5, table 19). */
import { bcdBytes, bcdText, isDecimal } from '../jt808/bcd.ts'
import { type DataType, hasTime, isVideo, type SplitMark } from './payload-types.ts'

/** The SIM card number has 6 bytes; terminals of JT/T 808-2019 send the 10 of their phone number. */
export type SimBytes = 6 | 10

export type RtpPacket = {
  simBytes: SimBytes
  /** All digits, leading zeros included. */
  sim: string
  /** The packet ends a frame (the M bit). */
  marker: boolean
  /** 0–127, see PAYLOAD_TYPES. */
  payloadType: number
  /** 0–65,535. */
  serial: number
  channel: number
  dataType: DataType
  split: SplitMark
  /** Milliseconds of the sender's clock; undefined of transparent data. Past 2^53 it is rounded. */
  timestampMs: number | undefined
  /** Milliseconds since the last I picture and since the last picture; undefined of other data. */
  lastIMs: number | undefined
  lastFrameMs: number | undefined
  body: Uint8Array
}

export const MAGIC = Buffer.from([0x30, 0x31, 0x63, 0x64])
/** The standard's limit. */
export const BODY_MAX = 950
/** V 2, no padding, no extension, CC 1: the standard fixes them. */
const FIRST_BYTE = 0x81
const SIM_AT = 8
const WORD_MAX = 0xffff

/** Bytes before the body. */
export function headBytes(simBytes: SimBytes, dataType: DataType): number {
  return SIM_AT + simBytes + 2 + (hasTime(dataType) ? 8 : 0) + (isVideo(dataType) ? 4 : 0) + 2
}

/**
 * The bytes of a packet; of a shorter `sim` zeros are put in front, an undefined time is written as 0. Throws a
 * RangeError when a value does not fit its field.
 */
export function encodeRtpPacket(packet: RtpPacket): Uint8Array {
  const { simBytes, sim, payloadType, serial, channel, dataType, split, body } = packet
  if (!isDecimal(sim) || sim.length > simBytes * 2)
    throw new RangeError(`'${sim}' is no SIM of ${simBytes} bytes`)
  check('payload type', payloadType, 127)
  check('serial number', serial, WORD_MAX)
  check('channel', channel, 255)
  check('data type', dataType, 4)
  check('split mark', split, 3)
  check('body length', body.length, WORD_MAX)
  const head = headBytes(simBytes, dataType)
  const bytes = Buffer.alloc(head + body.length)
  bytes.set(MAGIC)
  bytes[4] = FIRST_BYTE
  bytes[5] = (packet.marker ? 0x80 : 0) | payloadType
  bytes.writeUInt16BE(serial, 6)
  bytes.set(bcdBytes(sim, simBytes), SIM_AT)
  let at = SIM_AT + simBytes
  bytes[at] = channel
  bytes[at + 1] = (dataType << 4) | split
  at += 2
  if (hasTime(dataType)) {
    const time = check('timestamp', packet.timestampMs ?? 0, Number.MAX_SAFE_INTEGER)
    bytes.writeBigUInt64BE(BigInt(time), at)
    at += 8
  }
  if (isVideo(dataType)) {
    bytes.writeUInt16BE(check('interval', packet.lastIMs ?? 0, WORD_MAX), at)
    bytes.writeUInt16BE(check('interval', packet.lastFrameMs ?? 0, WORD_MAX), at + 2)
    at += 4
  }
  bytes.writeUInt16BE(body.length, at)
  bytes.set(body, head)
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

function check(name: string, value: number, max: number): number {
  if (!(Number.isSafeInteger(value) && value >= 0 && value <= max)) {
    throw new RangeError(`${value} is no ${name} of 0 to ${max}`)
  }
  return value
}

/** A head that fits: how long the packet is, and the packet once all its bytes are there. */
export type ReadHead = { length: number; packet: RtpPacket | undefined }

/**
 * Reads a packet that begins at 0 with a SIM number of `simBytes`: 'more' where bytes of its head are missing, or why
 * it cannot be one. The magic is taken for granted.
 */
export function readRtpPacket(
  bytes: Buffer,
  simBytes: SimBytes,
  bodyMax: number,
): ReadHead | 'more' | { why: string } {
  const typeAt = SIM_AT + simBytes + 1
  if (bytes.length > 4 && bytes[4]! >> 6 !== 2) return { why: `the version is ${bytes[4]! >> 6}, not 2` }
  if (bytes.length <= typeAt) return 'more'
  const sim = bcdText(bytes.subarray(SIM_AT, SIM_AT + simBytes))
  if (!isDecimal(sim)) return { why: `the SIM ${sim} is no BCD` }
  const [dataType, split] = [bytes[typeAt]! >> 4, bytes[typeAt]! & 15]
  if (!isDataType(dataType)) return { why: `there is no data type ${dataType}` }
  if (!isSplitMark(split)) return { why: `there is no split mark ${split}` }
  const head = headBytes(simBytes, dataType)
  if (bytes.length < head) return 'more'
  const bodyLength = bytes.readUInt16BE(head - 2)
  if (bodyLength > bodyMax) return { why: `a body of ${bodyLength} bytes is longer than ${bodyMax}` }
  const length = head + bodyLength
  if (bytes.length < length) return { length, packet: undefined }
  const at = typeAt + 1
  const video = isVideo(dataType)
  const packet: RtpPacket = {
    simBytes,
    sim,
    marker: (bytes[5]! & 0x80) !== 0,
    payloadType: bytes[5]! & 0x7f,
    serial: bytes.readUInt16BE(6),
    channel: bytes[typeAt - 1]!,
    dataType,
    split,
    timestampMs: hasTime(dataType)
      ? bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)
      : undefined,
    lastIMs: video ? bytes.readUInt16BE(at + 8) : undefined,
    lastFrameMs: video ? bytes.readUInt16BE(at + 10) : undefined,
    body: new Uint8Array(bytes.subarray(head, length)),
  }
  return { length, packet }
}

const isDataType = (value: number): value is DataType => value <= 4
const isSplitMark = (value: number): value is SplitMark => value <= 3
