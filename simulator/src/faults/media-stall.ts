import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** Nothing arrives while it strikes, and all of it afterwards, as on a network that hangs. */
export const mediaStall = defineFault({
  name: 'media-stall',
  summary: 'Makes streams hang: nothing arrives, then everything at once.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({}),
  attach({ target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      stall: (sn) => matches(sn) && aim.strikes(),
    })
    return { detach }
  },
})
