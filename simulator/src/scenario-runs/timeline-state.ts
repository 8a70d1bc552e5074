import { z } from 'zod'

/** Position of a timeline, sufficient to resume it. */
export const TimelineState = z.object({
  /** Entries that were begun; they are not begun again. */
  begun: z.number().int().min(0),
  passedMs: z.number().min(0),
  /** Alarm cursor of the beginning. */
  startCursor: z.number().int(),
  /** Expectations that are waited for. */
  open: z.array(
    z.object({
      /** Place in the timeline. */
      entry: z.number().int().min(0),
      sinceCursor: z.number().int(),
      fromMs: z.number(),
      untilMs: z.number(),
    }),
  ),
})
export type TimelineState = z.output<typeof TimelineState>
