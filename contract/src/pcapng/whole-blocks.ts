import { BLOCK_TYPES } from './write-blocks.ts'

/** Longest block that a platform sends: a packet of an Ethernet frame with its options. */
const BLOCK_MOST = 1_000_000
const HEAD_BYTES = 8

/**
 * Length of the whole blocks at the beginning of bytes that a platform sent, and how many packets they are; undefined
 * when they are no pcapng.
 */
export function wholeBlocks(bytes: Uint8Array): { length: number; packets: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  let packets = 0
  while (at + HEAD_BYTES <= bytes.length) {
    const length = view.getUint32(at + 4, true)
    if (length < 12 || length > BLOCK_MOST) return undefined
    if (at + length > bytes.length) break
    if (view.getUint32(at, true) === BLOCK_TYPES.enhancedPacket) packets++
    at += length
  }
  return { length: at, packets }
}
