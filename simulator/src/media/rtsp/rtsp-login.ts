/** Who may watch over RTSP: digest authentication with one account, and delays for addresses that guess (RFC 7616, 5). */
import { digestChallenges, isDigestOf, readDigest } from '../../wire/digest/digest-auth.ts'

export type RtspAccount = { username: string; password: string }

export const RTSP_REALM = 'Backlot'

export type RtspLogin = {
  /** `nonce` is the connection's own. 'stale': right but for a nonce of before; 'wrong' counts as a guess. */
  check(header: string | undefined, method: string, nonce: string): 'known' | 'unknown' | 'stale' | 'wrong'
  challenges(nonce: string, isStale: boolean): string[]
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

export function createRtspLogin(account: RtspAccount): RtspLogin {
  const guesses = new Map<string, { count: number; atMs: number }>()
  let failures = 0
  return {
    check(header, method, nonce) {
      if (header === undefined) return 'unknown'
      const digest = readDigest(header)
      if (!digest) return 'wrong'
      const isRight = digest.username === account.username && isDigestOf(digest, account.password, method)
      if (!isRight || digest.realm !== RTSP_REALM) return 'wrong'
      return digest.nonce === nonce ? 'known' : 'stale'
    },
    challenges: (nonce, isStale) => digestChallenges(RTSP_REALM, nonce, { isStale }),
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
