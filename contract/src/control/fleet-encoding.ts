import { z } from 'zod'
import { BIT_RATE_TYPES, RESOLUTIONS } from '../device-config/constants.ts'
import { BIT_RATE_KBPS, FRAME_RATE } from '../device-config/limits.ts'

/** Most pictures between two key frames: ten seconds at thirty a second, for streams that are slow to join. */
const GROUP_FRAMES_MAX = 300

const StreamEncoding = z.strictObject({
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
