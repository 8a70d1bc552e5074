import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** The line of a console breaks, without a goodbye. */
export const channelCut = defineFault({
  name: 'channel-cut',
  summary: 'Breaks channel connections when a frame is sent.',
  targets: ['accounts'],
  parameters: z.strictObject({}),
  attach({ target, aim, points }) {
    const matches = accountMatcher(target)
    return {
      detach: points.channel.attach((name) => (matches(name) && aim.strikes() ? { cut: true } : undefined)),
    }
  },
})
