/** Limits of tracks (assumed, but for the spans in LIMITS). */
export const TRACK_LIMITS = {
  /** Devices that are replayed in step. */
  devicesMax: 6,
  /** Seconds between two positions, at least and at most. */
  intervalMin: 1,
  intervalMax: 3600,
  /** No position for this long is a gap, whatever the device's pace. */
  gapAfterMs: 60_000,
  /** Least length of a gap, as a multiple of the usual time between two positions. */
  gapFactor: 3,
} as const
