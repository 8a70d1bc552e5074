import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** Frames that come more than once: what a proxy does that sends again what it was not sure of. */
export const channelDuplicate = defineFault({
  name: 'channel-duplicate',
  summary: 'Sends channel frames more than once.',
  targets: ['accounts'],
  parameters: z.strictObject({
    /** So many times more than once. */
    copies: z.number().int().min(1).max(20).default(1),
  }),
  attach({ parameters: { copies }, target, aim, points }) {
    const matches = accountMatcher(target)
    return {
      detach: points.channel.attach((name) => (matches(name) && aim.strikes() ? { copies } : undefined)),
    }
  },
})
