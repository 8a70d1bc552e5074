/** Digest authentication by a SIP server (RFC 3261 section 22; SHA-256 by RFC 8760). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HostClock } from '../kernel/clock.ts'
import { createGuessDelays } from '../kernel/guess-delays.ts'
import { type DigestAlgorithm, digestChallenges, isDigestOf, readDigest } from '../wire/digest/digest-auth.ts'
import { headerValue, type SipHeader, type SipRequest } from '../wire/sip/sip-message.ts'
import { header } from './sip-text.ts'

/** none: no credentials; stale: right, but with a nonce that is too old; wrong: counts as a guess. */
export type SipLoginResult = { result: 'none' | 'stale' | 'wrong' } | { result: 'known'; username: string }

export type SipLogin = Disposable & {
  /** `passwordOf` answers undefined for an unknown user. */
  check(request: SipRequest, passwordOf: (username: string) => string | undefined): SipLoginResult
  /**
   * WWW-Authenticate for a 401. Devices of the edition 2016 know MD5 alone and read the first challenge: others get
   * SHA-256 before it.
   */
  challenges(isStale: boolean, algorithms?: readonly DigestAlgorithm[]): SipHeader[]
  /** How long the reply to an address that just failed is held back, milliseconds. */
  failed(address: string): number
  succeeded(address: string): void
  failures(): number
}

/** Devices answer a challenge at once and reuse its nonce for refreshes at most for a while. */
const NONCE_LIFE_MS = 300_000
const REVIEW_MS = 10_000
/** RFC 2617 asks for no state: a nonce is its time and our mark on it. */
const MARK_DIGITS = 32

export function createSipLogin(realm: string, hostClock: HostClock): SipLogin {
  const secret = randomBytes(32)
  const guesses = createGuessDelays()
  const stopReview = hostClock.every(REVIEW_MS, () => guesses.review(hostClock.now()))
  const markOf = (time: string) =>
    createHmac('sha256', secret).update(time).digest('hex').slice(0, MARK_DIGITS)
  const newNonce = (): string => {
    const time = hostClock.now().toString(16).padStart(12, '0')
    return time + markOf(time)
  }
  const ageMs = (nonce: string): number | undefined => {
    const [time, mark] = [nonce.slice(0, 12), nonce.slice(12)]
    const isOurs =
      mark.length === MARK_DIGITS && timingSafeEqual(Buffer.from(markOf(time)), Buffer.from(hex(mark)))
    return isOurs ? hostClock.now() - Number.parseInt(time, 16) : undefined
  }

  return {
    check(request, passwordOf) {
      const text = headerValue(request, 'Authorization')
      if (text === undefined) return { result: 'none' }
      const digest = readDigest(text)
      if (!digest || digest.realm !== realm) return { result: 'wrong' }
      const password = passwordOf(digest.username)
      if (password === undefined || !isDigestOf(digest, password, request.method)) return { result: 'wrong' }
      // A nonce of another run of ours is as old as one that has expired.
      const age = ageMs(digest.nonce)
      if (age === undefined || age > NONCE_LIFE_MS) return { result: 'stale' }
      return { result: 'known', username: digest.username }
    },
    challenges(isStale, algorithms = ['MD5']) {
      return digestChallenges(realm, newNonce(), { isStale })
        .filter((text) => algorithms.some((name) => text.includes(`algorithm=${name}`)))
        .map((text) => header('WWW-Authenticate', text))
    },
    failed: (address) => guesses.failed(address, hostClock.now()),
    succeeded: guesses.succeeded,
    failures: guesses.failures,
    [Symbol.dispose]: stopReview,
  }
}

/** Other signs than digits of a mark would change its length in bytes. */
const hex = (text: string) => text.replace(/[^\da-f]/g, 'x')
