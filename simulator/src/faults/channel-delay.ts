import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** Frames arrive late, in their order. */
export const channelDelay = defineFault({
  name: 'channel-delay',
  summary: 'Delays channel frames, keeping their order.',
  targets: ['accounts'],
  parameters: z.strictObject({
    delayMs: z.number().min(0).max(60_000).default(500),
    /** Up to as much more, drawn evenly. */
    jitterMs: z.number().min(0).max(60_000).default(0),
  }),
  attach({ parameters: { delayMs, jitterMs }, target, aim, points }) {
    const matches = accountMatcher(target)
    const detach = points.channel.attach((name) =>
      matches(name) && aim.strikes() ? { delayMs: delayMs + aim.draw() * jitterMs } : undefined,
    )
    return { detach }
  },
})
