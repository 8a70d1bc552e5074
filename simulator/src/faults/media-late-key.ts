import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** Who opens a stream waits for its first picture: for a key frame after some time. */
export const mediaLateKey = defineFault({
  name: 'media-late-key',
  summary: 'Delays the first picture of opened streams.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({
    delayMs: z.number().min(0).max(60_000).default(3000),
  }),
  attach({ parameters: { delayMs }, target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      opening: (sn) => (matches(sn) && aim.strikes() ? { lateMs: delayMs } : undefined),
    })
    return { detach }
  },
})
