/**
 * Counts the control packets of a byte stream without reading them (MQTT 3.1.1, 2.2: a type, and the length of the rest
 * in one to four bytes of seven bits): how many begin, and whether one is longer than allowed.
 */
export type PacketLengths = {
  /** Takes the next bytes: how many packets begin in them. */
  add(bytes: Uint8Array): number | 'tooLong' | 'malformed'
}

export function createPacketLengths(most: number): PacketLengths {
  /** Bytes of the packet's rest still to come; -1: its length is being read, -2: its first byte is next. */
  let left = -2
  let length = 0
  let shift = 0
  return {
    add(bytes) {
      let begun = 0
      let at = 0
      while (at < bytes.length) {
        if (left > 0) {
          const step = Math.min(left, bytes.length - at)
          left -= step
          at += step
          if (left === 0) left = -2
        } else if (left === -2) {
          begun++
          at++
          left = -1
          length = shift = 0
        } else {
          const byte = bytes[at++]!
          length += (byte & 0x7f) * 2 ** shift
          shift += 7
          if (length > most) return 'tooLong'
          if (byte >= 0x80) {
            if (shift >= 28) return 'malformed'
          } else left = length === 0 ? -2 : length
        }
      }
      return begun
    },
  }
}
