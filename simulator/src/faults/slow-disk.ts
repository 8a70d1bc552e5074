import { z } from 'zod'
import { defineFault } from './fault.ts'

/** Slow commits, one after the other: writers wait longer, and writes queue. */
export const slowDisk = defineFault({
  name: 'slow-disk',
  summary: "Slows the platform's commits down, one after the other.",
  targets: [],
  parameters: z.strictObject({
    delayMs: z.number().min(0).max(10_000).default(500),
    /** Up to as much more, drawn evenly. */
    jitterMs: z.number().min(0).max(10_000).default(0),
  }),
  attach: ({ parameters: { delayMs, jitterMs }, aim, points }) => ({
    detach: points.store.attach(() =>
      aim.strikes() ? { slowMs: delayMs + aim.draw() * jitterMs } : undefined,
    ),
  }),
})
