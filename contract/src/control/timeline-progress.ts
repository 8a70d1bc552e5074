import { z } from 'zod'

/** How far the timeline is that a platform plays by itself. */
export const TimelineProgress = z.object({
  /** Name of the scenario. */
  scenario: z.string(),
  state: z.enum(['playing', 'over']),
  /** Platform time that has passed since the beginning. */
  passedMs: z.number(),
  /** Entries that were begun, and all there are. */
  begun: z.number().int(),
  entries: z.number().int(),
  /** Expectations that are waited for. */
  open: z.number().int(),
  held: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** The last notes, the newest last. */
  notes: z.array(z.object({ atMs: z.number(), en: z.string(), zh: z.string() })).default([]),
  /** The last verdicts, the newest last. */
  verdicts: z.array(
    z.object({
      atMs: z.number(),
      file: z.string(),
      line: z.number().int(),
      kind: z.enum(['act', 'expect']),
      text: z.string(),
      outcome: z.enum(['held', 'failed', 'skipped']),
      seen: z.string(),
    }),
  ),
})
export type TimelineProgress = z.output<typeof TimelineProgress>
