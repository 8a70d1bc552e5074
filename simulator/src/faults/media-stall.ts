import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** Nothing arrives while it strikes, and all of it afterwards, as on a network that hangs. */
export const mediaStall = defineFault({
  name: 'media-stall',
  summary: 'Streams hang: nothing arrives, then all of it at once.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({}),
  attach({ target, aim, places }) {
    const matches = cameraMatcher(target, places.devices, aim.draw)
    const detach = places.media.attach({
      stall: (sn) => matches(sn) && aim.strikes(),
    })
    return { detach }
  },
})
