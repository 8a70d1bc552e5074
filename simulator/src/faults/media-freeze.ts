import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** The stream continues, and always shows the same picture. */
export const mediaFreeze = defineFault({
  name: 'media-freeze',
  summary: 'Freezes the picture of streams, which continue.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({}),
  attach({ target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      picture: (sn) => (matches(sn) && aim.strikes() ? { freeze: true } : undefined),
    })
    return { detach }
  },
})
