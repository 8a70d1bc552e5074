/** RTP and RTCP over a connection: each packet behind its length of two bytes (RFC 4571, 2). */
import { ByteQueue } from '../byte-queue.ts'

/** The packets as they go over a connection. Throws a RangeError for one of more than 65,535 bytes. */
export function framePackets(packets: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(packets.reduce((sum, { length }) => sum + 2 + length, 0))
  let at = 0
  for (const packet of packets) {
    bytes.writeUInt16BE(packet.length, at)
    bytes.set(packet, at + 2)
    at += 2 + packet.length
  }
  return bytes
}

export type FramedRtpReader = {
  /** Takes the next bytes and answers the completed packets; empty ones are left out. */
  push(chunk: Uint8Array): Uint8Array[]
  /** Bytes of an unfinished packet: at most 65,536. */
  readonly pending: number
}

export function createFramedRtpReader(): FramedRtpReader {
  const queue = new ByteQueue()
  return {
    push(chunk) {
      queue.append(chunk)
      const packets: Uint8Array[] = []
      while (queue.length >= 2) {
        const end = 2 + queue.view().readUInt16BE(0)
        if (queue.length < end) break
        const packet = queue.take(end).subarray(2)
        if (packet.length > 0) packets.push(packet)
      }
      return packets
    },
    get pending() {
      return queue.length
    },
  }
}
