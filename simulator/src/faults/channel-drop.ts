import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

/** Frames that never arrive while the line stays whole: as with a broken proxy; TCP would not do so. */
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
