import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** Frames that are overtaken by those behind them. */
export const channelReorder = defineFault({
  name: 'channel-reorder',
  summary: 'Lets later channel frames overtake earlier ones.',
  targets: ['accounts'],
  parameters: z.strictObject({
    /** By how many. */
    by: z.number().int().min(1).max(50).default(1),
    /** Comes after that time although fewer have overtaken it. */
    withinMs: z.number().min(1).max(60_000).default(2000),
  }),
  attach({ parameters, target, aim, points }) {
    const matches = accountMatcher(target)
    return {
      detach: points.channel.attach((name) =>
        matches(name) && aim.strikes() ? { overtaken: parameters } : undefined,
      ),
    }
  },
})
