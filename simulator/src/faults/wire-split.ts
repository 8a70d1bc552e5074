import { z } from 'zod'
import type { WireChunk } from '../fleet/uplinks/uplink.ts'
import { defineWireFault } from './define-wire-fault.ts'

/** Packets that go out in pieces. */
export const wireSplit = defineWireFault({
  name: 'wire-split',
  summary: 'Sends packets of devices on a wire in pieces.',
  parameters: z.strictObject({
    /** Most pieces of a packet, cut at random points. */
    pieces: z.number().int().min(2).max(64).default(3),
    /** Time between two pieces, so that they do not arrive as one. */
    gapMs: z.number().min(0).max(60_000).default(40),
  }),
  stage: 'pieces',
  effect:
    ({ pieces: count, gapMs }, { draw }) =>
    (_packet, pieces) =>
      pieces.flatMap((piece) => cut(piece, count, gapMs, draw)),
})

/** A piece cut at up to `count - 1` different points inside it. */
export function cut(piece: WireChunk, count: number, gapMs: number, draw: () => number): WireChunk[] {
  const { bytes } = piece
  const points = new Set<number>()
  for (let i = 1; i < count && bytes.length > 1; i++) points.add(1 + Math.floor(draw() * (bytes.length - 1)))
  const ends = [...points, bytes.length].sort((a, b) => a - b)
  return ends.map((end, i) => ({
    bytes: bytes.subarray(i === 0 ? 0 : ends[i - 1], end),
    delayMs: i === 0 ? piece.delayMs : gapMs,
  }))
}
