import { JT808 } from '@backlot/contract/wires/jt808/facts'
import type { WireSpec } from '../wire-spec.ts'
import { readPacket } from './read-packet.ts'

const ESCAPE = 0x7d
/** Bytes that may not stand unescaped. */
const MARKS: readonly number[] = [0x7d, 0x7e]

const digits = (value: number, length: number) => String(value % 10 ** length).padStart(length, '0')

export const JT808_WIRE: WireSpec = {
  onlineFields: ['videoOnlineStatus', 'gisOnlineStatus'],
  // A telephone number of 12 digits.
  serialOf: (number, noise) => `013${digits(noise(JT808.protocolType), 3)}${digits(number + 100_001, 6)}`,
  readPacket,
  // One byte, escaped if need be, before the last 0x7e.
  spoilCheck(packet) {
    const spoilt = Uint8Array.from(packet)
    const at = packet.length - 2
    const byte = packet[at]
    if (byte === undefined) return spoilt
    if (packet[at - 1] === ESCAPE) spoilt[at] = byte === 0x01 ? 0x02 : 0x01
    else spoilt[at] = byte ^ [1, 2, 4].find((bit) => !MARKS.includes(byte ^ bit))!
    return spoilt
  },
}
