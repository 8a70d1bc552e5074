/**
 * Who may use a camera over ONVIF: WS-UsernameToken or HTTP digest, with one account for all cameras (ONVIF Core, 5.9).
 * Wrong ones are counted and slowed as those of RTSP are.
 */
import { randomBytes } from 'node:crypto'
import type { HostClock } from '../kernel/clock.ts'
import { createRtspLogin, type RtspAccount } from '../media/rtsp/rtsp-login.ts'
import { readDigest } from '../wire/digest/digest-auth.ts'
import { isTokenOf, readUsernameToken } from '../wire/onvif/username-token.ts'
import type { XmlNode } from '../wire/onvif/xml-node.ts'
import { createNonceMemory } from './nonce-memory.ts'
import { withoutHost } from './onvif-address.ts'
import type { DeviceClocks } from './onvif-clocks.ts'

export type OnvifAccount = RtspAccount
/** none: no credentials; stale: right, but with a nonce of before; wrong: counts as a guess. */
export type LoginResult = 'known' | 'none' | 'stale' | 'wrongDigest' | 'wrongToken'

export type OnvifLogin = {
  check(wish: {
    sn: string
    /** Of the SOAP envelope. */
    header: XmlNode | undefined
    authorization: string | undefined
    method: string
    target: string
  }): LoginResult
  challenges(isStale: boolean): string[]
  /** How long the reply to an address that just failed is held back, milliseconds. */
  failed(address: string): number
  succeeded(address: string): void
  failures(): number
} & Disposable

/** A token is good for five minutes around the camera's time (WS-Security recommends it as the least). */
const WINDOW_MS = 300_000
/** A nonce of HTTP digest is given out for this long and accepted for twice as long. */
const NONCE_MS = 300_000
const REVIEW_MS = 10_000

export function createOnvifLogin(
  account: OnvifAccount,
  clocks: DeviceClocks,
  hostClock: HostClock,
): OnvifLogin {
  const shared = createRtspLogin(account)
  const seen = createNonceMemory()
  const fresh = () => randomBytes(16).toString('hex')
  let [nonce, before] = [fresh(), fresh()]
  const stops = [
    hostClock.every(NONCE_MS, () => {
      before = nonce
      nonce = fresh()
    }),
    hostClock.every(REVIEW_MS, () => shared.review(hostClock.now())),
  ]

  const checkDigest = (authorization: string, method: string, target: string): LoginResult => {
    const uri = readDigest(authorization)?.uri
    if (uri === undefined || withoutHost(uri) !== withoutHost(target)) return 'wrongDigest'
    const results = [nonce, before].map((one) => shared.check(authorization, method, one))
    if (results.includes('known')) return 'known'
    return results.includes('stale') ? 'stale' : 'wrongDigest'
  }

  return {
    check({ sn, header, authorization, method, target }) {
      const token = readUsernameToken(header)
      if (token === undefined)
        return authorization === undefined ? 'none' : checkDigest(authorization, method, target)
      if (token === 'bad' || token.username !== account.username) return 'wrongToken'
      const isTimely = token.createdMs === undefined || clocks.isNear(sn, token.createdMs, WINDOW_MS)
      if (!isTimely || !isTokenOf(token, account.password)) return 'wrongToken'
      if (token.kind === 'digest' && !seen.isNew(`${token.created} ${token.nonce}`)) return 'wrongToken'
      return 'known'
    },
    challenges: (isStale) => shared.challenges(nonce, isStale),
    failed: (address) => shared.failed(address, hostClock.now()),
    succeeded: shared.succeeded,
    failures: shared.failures,
    [Symbol.dispose]() {
      for (const stop of stops) stop()
    },
  }
}
