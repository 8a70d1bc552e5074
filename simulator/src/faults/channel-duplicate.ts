import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** Frames that arrive more than once: as from a proxy that resends when in doubt. */
export const channelDuplicate = defineFault({
  name: 'channel-duplicate',
  summary: 'Sends channel frames more than once.',
  targets: ['accounts'],
  parameters: z.strictObject({
    /** Additional copies. */
    copies: z.number().int().min(1).max(20).default(1),
  }),
  attach({ parameters: { copies }, target, aim, points }) {
    const matches = accountMatcher(target)
    return {
      detach: points.channel.attach((name) => (matches(name) && aim.strikes() ? { copies } : undefined)),
    }
  },
})
