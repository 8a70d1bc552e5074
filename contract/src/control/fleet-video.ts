import { z } from 'zod'
import { oneLine } from '../texts.ts'

/** A video of the user's own that cameras show in place of the world. */
export const FleetVideo = z.strictObject({
  /** A file that ffmpeg reads, or a folder of images, on the platform's machine. */
  file: oneLine(1, 1000),
  /** Images a second, of a folder. */
  fps: z.number().min(0.1).max(60).optional(),
  /** Platform time at which its first frame is shown first; by default 1970-01-01T00:00:00Z. It loops for ever. */
  start: z.iso
    .datetime({ offset: true, error: "write '2026-11-20T08:00:00+08:00', with the zone" })
    .optional(),
  /** False: nothing is drawn over it, neither the strip nor the text; by default both are. */
  strip: z.boolean().optional(),
})
export type FleetVideo = z.infer<typeof FleetVideo>

/** The same as people write it: the file alone will do. */
export const WrittenVideo = z.union([FleetVideo.shape.file, FleetVideo])

/** Cameras that may show one: others are parts of something that has its place in the world. */
export const VIDEO_KINDS: readonly string[] = ['camera', 'ptzCamera']
