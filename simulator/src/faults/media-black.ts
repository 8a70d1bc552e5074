import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** The stream continues, black: no strip either. */
export const mediaBlack = defineFault({
  name: 'media-black',
  summary: 'Makes the pictures of streams black.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({}),
  attach({ target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      picture: (sn) => (matches(sn) && aim.strikes() ? { black: true } : undefined),
    })
    return { detach }
  },
})
