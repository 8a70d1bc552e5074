import type { HostClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Caller } from './route.ts'

/** Long enough that a page which opens everything at once is not throttled. */
const WINDOW_SECONDS = 10

/** Counts a call of somebody signed in. Throws tooManyRequests with the seconds to wait (RFC 6585, 4). */
export type CallRate = (caller: Caller) => void

/**
 * Limits calls per second and session, averaged over ten seconds: one runaway page or program leaves the platform to
 * the others. Opening many sessions is limited at sign-in.
 */
export function createCallRate(perSecond: number, host: Pick<HostClock, 'now'>): CallRate {
  const most = perSecond * WINDOW_SECONDS
  const counts = new Map<string, number>()
  let endsMs = 0
  return ({ sessionId }) => {
    const nowMs = host.now()
    // A clock that was set back begins a window too.
    if (nowMs >= endsMs || endsMs - nowMs > WINDOW_SECONDS * 1000) {
      counts.clear()
      endsMs = nowMs + WINDOW_SECONDS * 1000
    }
    const count = (counts.get(sessionId) ?? 0) + 1
    counts.set(sessionId, count)
    if (count <= most) return
    const waitSeconds = Math.ceil((endsMs - nowMs) / 1000)
    throw new PlatformError(
      'tooManyRequests',
      `At most ${perSecond} calls a second. Try again in ${waitSeconds} s.`,
      undefined,
      { retryAfterSeconds: waitSeconds },
    )
  }
}
