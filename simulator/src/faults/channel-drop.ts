import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** Frames that never arrive, the line staying whole: what a broken proxy does, TCP would not. */
export const channelDrop = defineFault({
  name: 'channel-drop',
  summary: 'Drops channel frames while the connection stays open.',
  targets: ['accounts'],
  parameters: z.strictObject({}),
  attach({ target, aim, points }) {
    const matches = accountMatcher(target)
    return {
      detach: points.channel.attach((name) => (matches(name) && aim.strikes() ? { drop: true } : undefined)),
    }
  },
})
