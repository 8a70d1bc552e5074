import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** The camera changes its stream while it is watched: another size, so another header, and back when the fault lets go. */
export const mediaCodec = defineFault({
  name: 'media-codec',
  summary: 'Changes the picture size of running streams, and back.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({
    width: z.number().int().min(160).max(1920).multipleOf(16).default(320),
    height: z.number().int().min(96).max(1080).multipleOf(2).default(180),
  }),
  attach({ parameters: { width, height }, target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      codec: (sn, own) => (matches(sn) && aim.strikes() ? { ...own, width, height } : undefined),
    })
    return { detach }
  },
})
