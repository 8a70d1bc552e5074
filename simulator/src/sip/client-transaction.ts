/** A request and its responses (RFC 3261 section 17.1; Accepted state of INVITE by RFC 6026). */
import type { HostClock } from '../kernel/clock.ts'
import { readCSeq, writeCSeq } from '../wire/sip/cseq.ts'
import { headerValue, headerValues, type SipRequest, type SipResponse } from '../wire/sip/sip-message.ts'
import { GIVE_UP_MS, repeatSlower, T2_MS, T4_MS, TIMER_D_MS } from './sip-timers.ts'

/** done: its final response has come; unwritable: it was not sent, having what no SIP message can hold. */
export type ClientEnd = 'done' | 'timeout' | 'unreachable' | 'closed' | 'unwritable'

export type ClientTransaction = {
  receive(response: SipResponse): void
  end(reason: Exclude<ClientEnd, 'done'>): void
}

const NO_BODY = new Uint8Array()

/**
 * Sends the request, again where the transport may lose it. `onResponse` gets provisional responses and the final one;
 * a 2xx to an INVITE each time that it comes, since each wants an ACK. `onFailed`: no final response. `onOver` comes last:
 * nothing of the transaction is awaited any more.
 */
export function startClientTransaction(
  request: SipRequest,
  deps: {
    hostClock: HostClock
    isReliable: boolean
    send(request: SipRequest): void
    onResponse(response: SipResponse): void
    onFailed(reason: Exclude<ClientEnd, 'done'>): void
    onOver(): void
  },
): ClientTransaction {
  const { hostClock, isReliable } = deps
  const isInvite = request.method === 'INVITE'
  let state: 'calling' | 'proceeding' | 'accepted' | 'completed' | 'over' = 'calling'
  let stopRepeating = () => {}
  let stopWaiting = () => {}

  const over = (): void => {
    if (state === 'over') return
    state = 'over'
    stopRepeating()
    stopWaiting()
    deps.onOver()
  }
  const fail = (reason: Exclude<ClientEnd, 'done'>): void => {
    const isAnswered = state === 'accepted' || state === 'completed' || state === 'over'
    over()
    if (!isAnswered) deps.onFailed(reason)
  }
  const linger = (ms: number): void => {
    stopRepeating()
    stopWaiting()
    if (ms === 0) over()
    else stopWaiting = hostClock.after(ms, over)
  }

  if (!isReliable) {
    // Timer A has no longest distance, E has T2.
    stopRepeating = repeatSlower(hostClock, isInvite ? GIVE_UP_MS : T2_MS, () => deps.send(request))
  }
  stopWaiting = hostClock.after(GIVE_UP_MS, () => fail('timeout'))
  deps.send(request)

  return {
    receive(response) {
      if (state === 'over') return
      if (response.status < 200) {
        if (state !== 'calling' && state !== 'proceeding') return
        if (isInvite && state === 'calling') {
          // Who answers decides for how long it rings.
          stopRepeating()
          stopWaiting()
        }
        state = 'proceeding'
        deps.onResponse(response)
      } else if (isInvite && response.status < 300) {
        if (state === 'completed') return
        if (state !== 'accepted') {
          state = 'accepted'
          linger(GIVE_UP_MS)
        }
        deps.onResponse(response)
      } else {
        if (isInvite) deps.send(ackTo(request, response))
        if (state === 'completed' || state === 'accepted') return
        state = 'completed'
        linger(isReliable ? 0 : isInvite ? TIMER_D_MS : T4_MS)
        deps.onResponse(response)
      }
    },
    end: fail,
  }
}

/** ACK to a refused INVITE: a part of its transaction (section 17.1.1.3). */
function ackTo(invite: SipRequest, response: SipResponse): SipRequest {
  return sameHop(invite, 'ACK', headerValue(response, 'To') ?? headerValue(invite, 'To')!)
}

/** CANCEL of an INVITE that has no final response yet (section 9.1). */
export const cancelOf = (invite: SipRequest): SipRequest =>
  sameHop(invite, 'CANCEL', headerValue(invite, 'To')!)

function sameHop(invite: SipRequest, method: string, to: string): SipRequest {
  const cseq = readCSeq(headerValue(invite, 'CSeq')!)
  if (!cseq.ok) throw new Error(cseq.problem.message)
  return {
    kind: 'request',
    method,
    uri: invite.uri,
    headers: [
      { name: 'Via', value: headerValues(invite, 'Via')[0]! },
      ...headerValues(invite, 'Route').map((value) => ({ name: 'Route', value })),
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: headerValue(invite, 'From')! },
      { name: 'To', value: to },
      { name: 'Call-ID', value: headerValue(invite, 'Call-ID')! },
      { name: 'CSeq', value: writeCSeq({ number: cseq.value.number, method }) },
    ],
    body: NO_BODY,
  }
}
