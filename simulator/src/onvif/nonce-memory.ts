/** Nonces that were used: a token that is sent again is refused (WS-Security UsernameToken Profile 1.0, 3). */
export type NonceMemory = { isNew(nonce: string): boolean }

/** Several minutes of a busy recorder; the oldest are forgotten first. */
const NONCES_MOST = 20_000

/** `most` is the number of nonces kept. */
export function createNonceMemory(most = NONCES_MOST): NonceMemory {
  const seen = new Set<string>()
  return {
    isNew(nonce) {
      if (seen.has(nonce)) return false
      const [oldest] = seen
      if (seen.size >= most && oldest !== undefined) seen.delete(oldest)
      seen.add(nonce)
      return true
    },
  }
}
