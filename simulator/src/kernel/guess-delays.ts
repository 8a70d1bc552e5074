/** Slows down who guesses passwords: each failure of an address makes the answer to it later (RFC 7616, 5). */

export type GuessDelays = {
  /** How long the reply to an address that just failed is held back, milliseconds. */
  failed(address: string, nowMs: number): number
  succeeded(address: string): void
  /** Failures since the start. */
  failures(): number
  /** Forgets addresses that have not failed for a while. */
  review(nowMs: number): void
}

/** Twice as long with each failure, from this on and up to the longest. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 3000
const FORGOTTEN_AFTER_MS = 60_000
/** An attacker with more addresses forgets us some of them. */
const ADDRESSES_MOST = 10_000

export function createGuessDelays(): GuessDelays {
  const guesses = new Map<string, { count: number; atMs: number }>()
  let failures = 0
  return {
    failed(address, nowMs) {
      failures++
      const count = (guesses.get(address)?.count ?? 0) + 1
      if (guesses.size < ADDRESSES_MOST || guesses.has(address)) guesses.set(address, { count, atMs: nowMs })
      return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(count - 1, 10))
    },
    succeeded(address) {
      guesses.delete(address)
    },
    failures: () => failures,
    review(nowMs) {
      for (const [address, { atMs }] of guesses)
        if (nowMs - atMs > FORGOTTEN_AFTER_MS) guesses.delete(address)
    },
  }
}
