/** Who may watch over RTSP: digest authentication with one account, and delays for addresses that guess. */
import { createGuessDelays, type GuessDelays } from '../../kernel/guess-delays.ts'
import { digestChallenges, isDigestOf, readDigest } from '../../wire/digest/digest-auth.ts'

export type RtspAccount = { username: string; password: string }

export const RTSP_REALM = 'Backlot'

export type RtspLogin = GuessDelays & {
  /** `nonce` is the connection's own. 'stale': right but for a nonce of before; 'wrong' counts as a guess. */
  check(header: string | undefined, method: string, nonce: string): 'known' | 'unknown' | 'stale' | 'wrong'
  challenges(nonce: string, isStale: boolean): string[]
}

export function createRtspLogin(account: RtspAccount): RtspLogin {
  return {
    ...createGuessDelays(),
    check(header, method, nonce) {
      if (header === undefined) return 'unknown'
      const digest = readDigest(header)
      if (!digest) return 'wrong'
      const isRight = digest.username === account.username && isDigestOf(digest, account.password, method)
      if (!isRight || digest.realm !== RTSP_REALM) return 'wrong'
      return digest.nonce === nonce ? 'known' : 'stale'
    },
    challenges: (nonce, isStale) => digestChallenges(RTSP_REALM, nonce, { isStale }),
  }
}
