import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** The line of a console breaks, without a goodbye. */
export const channelCut = defineFault({
  name: 'channel-cut',
  summary: 'Real-time connections break when a frame is sent.',
  targets: ['accounts'],
  parameters: z.strictObject({}),
  attach({ target, aim, places }) {
    const matches = accountMatcher(target)
    return {
      detach: places.channel.attach((name) => (matches(name) && aim.strikes() ? { cut: true } : undefined)),
    }
  },
})
