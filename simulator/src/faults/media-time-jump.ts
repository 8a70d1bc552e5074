import { z } from 'zod'
import { defineFault } from './fault.ts'
import { cameraMatcher, MEDIA_TARGETS } from './media-match.ts'

/** Timestamps leap ahead at a key frame and continue from there. */
export const mediaTimeJump = defineFault({
  name: 'media-time-jump',
  summary: 'Makes time stamps of streams jump ahead at key frames.',
  targets: MEDIA_TARGETS,
  parameters: z.strictObject({
    jumpMs: z.number().int().min(1).max(3_600_000).default(5000),
  }),
  attach({ parameters: { jumpMs }, target, aim, points }) {
    const matches = cameraMatcher(target, points.devices, aim.draw)
    const detach = points.media.attach({
      group: (sn) => (matches(sn) && aim.strikes() ? { jumpMs } : undefined),
    })
    return { detach }
  },
})
