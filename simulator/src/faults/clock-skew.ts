import { z } from 'zod'
import { defineFault } from './fault.ts'

const DAY_MS = 86_400_000

/** The clock of the platform's machine is wrong. */
export const clockSkew = defineFault({
  name: 'clock-skew',
  summary: "Sets the clock of the platform's machine wrong: its reported time, and the expiry of sign-ins.",
  targets: [],
  parameters: z.strictObject({
    /** Ahead; below zero: behind. */
    offsetMs: z
      .number()
      .int()
      .min(-366 * DAY_MS)
      .max(366 * DAY_MS)
      .default(300_000),
  }),
  attach({ parameters: { offsetMs }, aim, points }) {
    let right: (() => void) | undefined
    return {
      async open() {
        if (!right && aim.strikes()) right = putWrong(offsetMs, points)
      },
      async close() {
        right?.()
        right = undefined
      },
      detach() {},
    }
  },
})

/** Returns a function that corrects the clock. */
function putWrong(
  offsetMs: number,
  { clock, http }: Parameters<typeof clockSkew.attach>[0]['points'],
): () => void {
  const ways = [
    clock.attach(offsetMs),
    http.attach((request) => (request.isForCamera ? undefined : { dateOffMs: offsetMs })),
  ]
  return () => {
    for (const way of ways) way()
  }
}
