/** Times of RFC 3261, table 4. */
import type { HostClock } from '../kernel/clock.ts'

/** Estimated round trip. */
export const T1_MS = 500
/** Longest distance between two sendings of a request that is no INVITE, and of a response to an INVITE. */
export const T2_MS = 4000
/** How long a message may stay in the network. */
export const T4_MS = 5000
/** Timers B, F, H, J, L and M: after this a transaction is given up or over. */
export const GIVE_UP_MS = 64 * T1_MS
/** Timer D: as long as a server repeats its refusal of an INVITE. */
export const TIMER_D_MS = 32_000
/** A server that has no answer to an INVITE after this time says 100 Trying (section 17.2.1). */
export const TRYING_MS = 200

/** Calls back after T1, then after twice the distance before, at most `mostMs` apart. Returns the way to stop. */
export function repeatSlower(hostClock: HostClock, mostMs: number, callback: () => void): () => void {
  let delayMs = T1_MS
  let cancel = () => {}
  const next = (): void => {
    cancel = hostClock.after(delayMs, () => {
      delayMs = Math.min(mostMs, delayMs * 2)
      next()
      callback()
    })
  }
  next()
  return () => cancel()
}
