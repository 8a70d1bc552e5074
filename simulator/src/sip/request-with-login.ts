/** A request of a client that meets the server's challenge (RFC 3261 section 22.2). */
import { answerChallenge, type Challenge, readChallenge } from '../wire/digest/challenges.ts'
import { readCSeq, writeCSeq } from '../wire/sip/cseq.ts'
import {
  headerValue,
  headerValues,
  type SipRequest,
  type SipResponse,
  withHeader,
} from '../wire/sip/sip-message.ts'
import type { CallEvents } from './sip-calls.ts'
import type { SipEndpoint } from './sip-endpoint.ts'
import type { SipPeer } from './sip-net.ts'

export type LoginCall = {
  /** The last response, 401 and 407 included when the account is refused. `tries`: requests that were sent. */
  answered(response: SipResponse, tries: number): void
  failed: CallEvents['failed']
}

/** A nonce may be stale once, and the account is tried once. */
const TRIES_MOST = 3

/**
 * Sends `request`, and again with credentials when the server asks for them: CSeq one higher, Call-ID and tags as before
 * (section 8.1.3.5). A second challenge that is not `stale` means that the account is wrong.
 */
export function requestWithLogin(
  endpoint: Pick<SipEndpoint, 'request'>,
  request: SipRequest,
  to: SipPeer,
  account: { username: string; password: string },
  events: LoginCall,
): void {
  const attempt = (current: SipRequest, tries: number): void => {
    endpoint.request(current, to, {
      failed: events.failed,
      answered(response) {
        const isProxy = response.status === 407
        const name = isProxy ? 'Proxy-Authenticate' : 'WWW-Authenticate'
        const texts = headerValues(response, name)
        const wants = response.status === 401 || isProxy
        const challenge = wants ? readDigestChallenge(texts) : undefined
        const isStale = texts.some((text) => /stale\s*=\s*"?true/i.test(text))
        if (!challenge || tries >= TRIES_MOST || (tries > 1 && !isStale))
          return events.answered(response, tries)
        const { method, uri } = request
        const answer = answerChallenge(challenge, account, { method, uri, count: 1 })
        const next = withHeader(nextCSeq(current), isProxy ? 'Proxy-Authorization' : 'Authorization', answer)
        attempt(next, tries + 1)
      },
    })
  }
  attempt(request, 1)
}

/** Basic is none of SIP (section 22). */
function readDigestChallenge(texts: readonly string[]): Challenge | undefined {
  const challenge = readChallenge(texts.join(', '))
  return challenge?.scheme === 'Digest' ? challenge : undefined
}

function nextCSeq(request: SipRequest): SipRequest {
  const cseq = readCSeq(headerValue(request, 'CSeq')!)
  if (!cseq.ok) throw new RangeError(cseq.problem.message)
  return withHeader(request, 'CSeq', writeCSeq({ ...cseq.value, number: cseq.value.number + 1 }))
}
