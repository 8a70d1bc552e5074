import { z } from 'zod'
import type { WireChunk } from '../fleet/uplinks/uplink.ts'
import { defineWireFault } from './define-wire-fault.ts'

/** A thin line: bytes trickle, and packets queue behind each other. */
export const wireSlow = defineWireFault({
  name: 'wire-slow',
  summary: 'Slows connections of devices on a wire down: bytes trickle.',
  parameters: z.strictObject({
    bytesPerSecond: z.number().min(1).max(10_000_000).default(300),
    /** Waits that much before the first byte of a packet. */
    delayMs: z.number().min(0).max(60_000).default(0),
  }),
  stage: 'times',
  effect:
    ({ bytesPerSecond, delayMs }) =>
    (_packet, pieces) =>
      pieces.flatMap((piece, i) =>
        trickle({ ...piece, delayMs: piece.delayMs + (i === 0 ? delayMs : 0) }, bytesPerSecond),
      ),
})

/** Most pieces a second: the other end cannot notice finer ones. */
const PIECES_PER_SECOND = 20

/** A piece in the portions that a line carries in a twentieth of a second, each after the time that it takes. */
export function trickle({ bytes, delayMs }: WireChunk, bytesPerSecond: number): WireChunk[] {
  const portion = Math.max(1, Math.ceil(bytesPerSecond / PIECES_PER_SECOND))
  const pieces: WireChunk[] = []
  for (let at = 0; at < bytes.length; at += portion) {
    const part = bytes.subarray(at, at + portion)
    const takesMs = (part.length * 1000) / bytesPerSecond
    pieces.push({ bytes: part, delayMs: takesMs + (at === 0 ? delayMs : 0) })
  }
  return pieces
}
