import { z } from 'zod'
import { BIT_RATE_TYPES, RESOLUTIONS } from '../device-config/constants.ts'
import { BIT_RATE_KBPS, FRAME_RATE } from '../device-config/limits.ts'

/** Most pictures between two key frames: ten seconds at thirty a second, for streams that are slow to join. */
const GROUP_FRAMES_MAX = 300

/** Codecs that cameras of ours encode with: H.264 (baseline) and H.265 (main). */
export const VIDEO_CODECS = ['h264', 'h265'] as const
export type VideoCodec = (typeof VIDEO_CODECS)[number]

/** Devices whose cameras encode as a fleet says. */
export const ENCODING_KINDS: readonly string[] = ['camera', 'ptzCamera', 'vehicle']

const StreamEncoding = z.strictObject({
  /** By default H.264. */
  codec: z.enum(VIDEO_CODECS).optional(),
  /** Width and height, pixels. */
  size: z.enum(RESOLUTIONS).optional(),
  /** Pictures a second. */
  fps: z.number().int().min(FRAME_RATE.min).max(FRAME_RATE.max).optional(),
  /** `constant`: that rate; `variable`: its ceiling. */
  kbps: z.number().int().min(BIT_RATE_KBPS.min).max(BIT_RATE_KBPS.max).optional(),
  rate: z.enum(BIT_RATE_TYPES).optional(),
  /** Pictures from one key frame to the next; by default two seconds of them. */
  gop: z.number().int().min(1).max(GROUP_FRAMES_MAX).optional(),
})

/** How cameras encode their two streams when they leave the factory; what is left out is as usual. */
export const FleetEncoding = z.strictObject({
  main: StreamEncoding.optional(),
  sub: StreamEncoding.optional(),
})
export type FleetEncoding = z.infer<typeof FleetEncoding>
