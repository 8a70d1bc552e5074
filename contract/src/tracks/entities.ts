import { z } from 'zod'

/** Why there are no positions: the device was offline, or online without satellites. */
const GAP_REASONS = ['offline', 'gpsLost'] as const

/** A stretch without positions, seconds since the epoch. */
export const TrackGap = z.object({
  startTime: z.number(),
  endTime: z.number(),
  reason: z.enum(GAP_REASONS),
})
export type TrackGap = z.infer<typeof TrackGap>

const column = z.array(z.number().int())

/**
 * Positions of a device by column, in their order (assumed throughout). Time and place hold the difference to the
 * position before; the first one is absolute.
 */
export const TrackColumns = z.object({
  /** Whole seconds since the epoch. */
  time: column,
  /** Millionths of a degree, WGS-84. */
  longitude: column,
  latitude: column,
  /** Tenths of km/h. */
  speed: column,
  /** Degrees, clockwise from north. */
  direction: column,
})
export type TrackColumns = z.infer<typeof TrackColumns>

/** The track of a device in a span, or in a part of one. */
export const TrackPart = TrackColumns.extend({
  sn: z.string(),
  /** The requested span, as far as it has passed; seconds. */
  startTime: z.number(),
  endTime: z.number(),
  /** Seconds between two positions. */
  interval: z.number().int(),
  gaps: z.array(TrackGap),
  /** Kilometres that the device's own counter showed at the first and at the last position, where it has one. */
  odometer: z.object({ start: z.number(), end: z.number() }).optional(),
})
export type TrackPart = z.infer<typeof TrackPart>
