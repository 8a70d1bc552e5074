import type { WireSpec } from '../wire-spec.ts'
import { readPacket } from './read-packet.ts'

const HEX = '0123456789ABCDEF'
const DIGIT_0 = 0x30
const DIGIT_1 = 0x31

export const HJ212_WIRE: WireSpec = {
  onlineFields: ['sensorOnlineStatus'],
  // An MN of 24 hexadecimal digits.
  serialOf(number, noise) {
    let mn = ''
    for (let i = 0; i < 18; i++) mn += HEX[noise(100 + i) % 16]
    return mn + (number + 1).toString(16).toUpperCase().padStart(6, '0')
  },
  readPacket,
  // Four hexadecimal digits before CR LF.
  spoilCheck(packet) {
    const spoilt = Uint8Array.from(packet)
    const at = packet.length - 3
    const byte = packet[at]
    if (byte !== undefined) spoilt[at] = byte === DIGIT_0 ? DIGIT_1 : DIGIT_0
    return spoilt
  },
}
