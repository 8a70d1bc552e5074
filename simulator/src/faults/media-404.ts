import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** Streams do not exist for viewers who open them, though their start was granted. */
export const media404 = defineFault({
  name: 'media-404',
  summary: 'Answers 404 when started streams are opened.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({}),
  attach({ target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      opening: (sn) => (matches(sn) && aim.strikes() ? { notFound: true } : undefined),
    })
    return { detach }
  },
})
