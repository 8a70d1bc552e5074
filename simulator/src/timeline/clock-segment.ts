/**
 * A stretch of the platform's clock: from `hostMs` on, platform time is `platformMs` and passes `rate` times as fast
 * as the host's. The newest segment holds. Pure arithmetic.
 */
export type ClockSegment = {
  hostMs: number
  platformMs: number
  /** Platform milliseconds per host millisecond; 0 is paused. */
  rate: number
  /** Grows with every jump. */
  epoch: number
  /** Rate to go back to after a pause. */
  resumeRate: number
}

/** Slowest and fastest the clock runs. */
const RATE_MIN = 0.1
const RATE_MAX = 3600
/** Longest step of a paused clock: longer ones are jumps. */
const STEP_MAX_MS = 86_400_000
/**
 * First and last moment of the clock (2020-01-01, 2050-01-01 UTC): the range of a picture strip. At the end it stops.
 */
export const CLOCK_START_MS = 1_577_836_800_000
export const CLOCK_END_MS = 2_524_608_000_000

/** Whether a clock can show a moment (epoch milliseconds). */
export const isClockMoment = (ms: number): boolean => ms >= CLOCK_START_MS && ms <= CLOCK_END_MS

/** Platform time (whole milliseconds) at a host moment within or after the segment. */
export function platformTimeAt(segment: ClockSegment, hostMs: number): number {
  const ms = Math.floor(segment.platformMs + Math.max(0, hostMs - segment.hostMs) * segment.rate)
  return Math.min(ms, CLOCK_END_MS)
}

/** Clock at real time, as a new epoch. */
export function realTime(hostMs: number, epoch: number): ClockSegment {
  return { hostMs, platformMs: hostMs, rate: 1, epoch, resumeRate: 1 }
}

export function withRate(segment: ClockSegment, hostMs: number, rate: number): ClockSegment {
  if (!(rate >= RATE_MIN && rate <= RATE_MAX))
    throw new RangeError(`A clock runs at ${RATE_MIN} to ${RATE_MAX}`)
  return { ...segment, hostMs, platformMs: platformTimeAt(segment, hostMs), rate, resumeRate: rate }
}

export function paused(segment: ClockSegment, hostMs: number): ClockSegment {
  return { ...segment, hostMs, platformMs: platformTimeAt(segment, hostMs), rate: 0 }
}

export function resumed(segment: ClockSegment, hostMs: number): ClockSegment {
  return { ...segment, hostMs, platformMs: platformTimeAt(segment, hostMs), rate: segment.resumeRate }
}

/**
 * Lets `byMs` pass at once on a paused clock; it stays paused. Throws a RangeError for a running clock, a step back,
 * one of more than a day, and past the clock's years.
 */
export function stepped(segment: ClockSegment, hostMs: number, byMs: number): ClockSegment {
  if (segment.rate !== 0) throw new RangeError('A clock is stepped while it is paused')
  if (!(byMs > 0 && byMs <= STEP_MAX_MS)) throw new RangeError('A clock is stepped by a day at most')
  const platformMs = Math.floor(platformTimeAt(segment, hostMs) + byMs)
  if (platformMs > CLOCK_END_MS) throw new RangeError('A clock shows 2020 to 2050')
  return { ...segment, hostMs, platformMs }
}

/** Moves the clock to `toMs` and starts an epoch; the rate stays. Throws a RangeError outside the clock's years. */
export function jumped(segment: ClockSegment, hostMs: number, toMs: number): ClockSegment {
  if (!isClockMoment(toMs)) throw new RangeError('A clock shows 2020 to 2050')
  return { ...segment, hostMs, platformMs: Math.floor(toMs), epoch: segment.epoch + 1 }
}
