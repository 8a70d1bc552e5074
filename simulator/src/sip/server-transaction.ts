/** Responses to a request that came in (RFC 3261 section 17.2; Accepted state of INVITE by RFC 6026). */
import type { HostClock } from '../kernel/clock.ts'
import { responseTo } from '../wire/sip/response-to.ts'
import type { SipRequest, SipResponse } from '../wire/sip/sip-message.ts'
import { GIVE_UP_MS, repeatSlower, T2_MS, T4_MS, TRYING_MS } from './sip-timers.ts'

export type ServerTransaction = {
  request: SipRequest
  /** Whether a final response was given. */
  isFinal(): boolean
  /** Sends a response; one after the final one is left out, but for a 2xx that is sent again. */
  respond(response: SipResponse): void
  /** The same request came again. */
  repeated(): void
  /** ACK to a response that is no 2xx. */
  acked(): void
  end(): void
}

/** `onAnswered`: from now on it only answers repetitions. `onOver`: nothing of the transaction is awaited any more. */
export function startServerTransaction(
  request: SipRequest,
  deps: {
    hostClock: HostClock
    isReliable: boolean
    send(response: SipResponse): void
    onAnswered(): void
    onOver(): void
  },
): ServerTransaction {
  const { hostClock, isReliable } = deps
  const isInvite = request.method === 'INVITE'
  let state: 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'over' = 'proceeding'
  let last: SipResponse | undefined
  let stopRepeating = () => {}
  let stopWaiting = () => {}

  const over = (): void => {
    if (state === 'over') return
    state = 'over'
    stopRepeating()
    stopWaiting()
    deps.onOver()
  }
  const linger = (ms: number): void => {
    stopRepeating()
    stopWaiting()
    if (ms === 0) over()
    else stopWaiting = hostClock.after(ms, over)
  }
  const respond = (response: SipResponse): void => {
    if (state === 'accepted' && response.status >= 200 && response.status < 300) deps.send(response)
    if (state !== 'proceeding') return
    last = response
    deps.send(response)
    if (response.status < 200) return
    if (isInvite && response.status < 300) {
      state = 'accepted'
      linger(GIVE_UP_MS)
      return
    }
    state = 'completed'
    if (!isInvite) deps.onAnswered()
    linger(isInvite || !isReliable ? GIVE_UP_MS : 0)
    if (isInvite && !isReliable) stopRepeating = repeatSlower(hostClock, T2_MS, () => deps.send(response))
  }
  if (isInvite) {
    stopWaiting = hostClock.after(TRYING_MS, () => {
      if (state === 'proceeding' && !last) respond(responseTo(request, { status: 100 }))
    })
  }

  return {
    request,
    isFinal: () => state !== 'proceeding',
    respond,
    repeated() {
      if (last && (state === 'proceeding' || state === 'completed')) deps.send(last)
    },
    acked() {
      if (state !== 'completed') return
      state = 'confirmed'
      linger(isReliable ? 0 : T4_MS)
    },
    end: over,
  }
}
