/** Choices and limits of control calls without schemas: pages use them directly. */

export const EVENT_KINDS = [
  'alarm',
  'device',
  'command',
  'fault',
  'clock',
  'weather',
  'storm',
  'fleet',
  'scenario',
  'platform',
] as const

/** Rates of the platform clock, times real time; 0 is a pause. */
export const CLOCK_RATE = { min: 0.1, max: 3600 } as const

/** Storms: how many a second, how long they last, how long each device is away. */
export const STORM_LIMITS = {
  rateMin: 0.1,
  rateMax: 50_000,
  msMax: 600_000,
  outageMsMax: 86_400_000,
} as const

/** The longest that weather, a leak or a fault is ordered for. */
export const ORDERED_MS_MAX = 7 * 86_400_000

/** Names of snapshots: those of their folders, of at most 255 bytes in all. */
export const SNAPSHOT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,47}$/u
/** A snapshot as one file: tar (POSIX.1-2001), gzip (RFC 1952). */
export const SNAPSHOT_FILE_TYPE = 'application/gzip'
export const SNAPSHOT_BYTES_MAX = 8_000_000_000
/** Captures of the wires: their length and size, how many run at once, and of how much past. */
export const CAPTURE_LIMITS = {
  seconds: 3600,
  packets: 10_000_000,
  bytes: 1_000_000_000,
  atOnce: 4,
  devices: 32,
  pastMs: 86_400_000,
} as const
