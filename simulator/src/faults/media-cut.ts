import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** All viewers of a stream lose it, without a goodbye, at a key frame. */
export const mediaCut = defineFault({
  name: 'media-cut',
  summary: 'Breaks connections of viewers at key frames.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({}),
  attach({ target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      group: (sn) => (matches(sn) && aim.strikes() ? { cut: true } : undefined),
    })
    return { detach }
  },
})
