import { z } from 'zod'
import type { WireChunk } from '../fleet/uplinks/uplink.ts'
import { defineWireFault } from './define-wire-fault.ts'

/** Connections that are reset in the middle of a packet: the device reconnects and sends it again. */
export const wireReset = defineWireFault({
  name: 'wire-reset',
  summary: 'Resets connections of devices on a wire in the middle of a packet.',
  parameters: z.strictObject({
    /** The part of the packet that still goes out. */
    share: z.number().min(0).max(1).default(0.5),
  }),
  stage: 'end',
  effect:
    ({ share }) =>
    (_packet, pieces) =>
      breakOff(pieces, share),
})

/** The first part of a packet, with the reset behind it. */
export function breakOff(pieces: readonly WireChunk[], share: number): WireChunk[] {
  let left = Math.floor(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) * share)
  const kept: WireChunk[] = []
  for (const piece of pieces) {
    const part = piece.bytes.subarray(0, left)
    left -= part.length
    if (part.length > 0 || kept.length === 0) kept.push({ ...piece, bytes: part })
    if (left === 0) break
  }
  const last = kept.at(-1)
  return last ? [...kept.slice(0, -1), { ...last, resets: true }] : []
}
