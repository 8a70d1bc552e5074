/** Requests that go out: their transactions, and the matching of responses to them. */
import type { HostClock } from '../kernel/clock.ts'
import { headerValue, type SipRequest, type SipResponse } from '../wire/sip/sip-message.ts'
import { BRANCH_COOKIE, transactionKey } from '../wire/sip/transaction-key.ts'
import { writeVia } from '../wire/sip/via.ts'
import { writeSipMessage } from '../wire/sip/write-sip-message.ts'
import { type ClientTransaction, cancelOf, startClientTransaction } from './client-transaction.ts'
import type { Call, CallEvents } from './sip-calls.ts'
import { peerKey, type SipNet, type SipPeer } from './sip-net.ts'
import { header, hostText, newToken } from './sip-text.ts'
import { GIVE_UP_MS } from './sip-timers.ts'

export type ClientSide = {
  /** `request` has no Via yet. `onRepeated2xx`: a 2xx to an INVITE that comes again wants another ACK. */
  start(request: SipRequest, to: SipPeer, events: CallEvents, onRepeated2xx?: () => void): Call
  /** A request that has no answer: ACK. */
  sendAlone(request: SipRequest, to: SipPeer): void
  receive(response: SipResponse): void
  unreachable(peer: SipPeer): void
  waiting(): number
  /** Requests that were sent again for want of an answer. */
  resent(): number
  close(): void
}

/** An INVITE may ring for this long (Timer C of section 16.6 is above three minutes). */
const RINGING_MS = 180_000

export function createClientSide(deps: {
  net: SipNet
  hostClock: HostClock
  transactionsMost: number
  /** A request cannot be written: it fails. */
  onDefect(error: unknown, method: string): void
}): ClientSide {
  const { net, hostClock } = deps
  const transactions = new Map<string, { transaction: ClientTransaction; to: SipPeer }>()

  let resent = 0

  const withVia = (request: SipRequest, to: SipPeer): SipRequest => {
    const { host, port } = net.local(to.transport)
    const via = writeVia({
      transport: to.transport.toUpperCase(),
      host: hostText(host),
      ...(port !== undefined && { port }),
      parameters: [{ name: 'rport' }, { name: 'branch', value: `${BRANCH_COOKIE}${newToken()}` }],
    })
    return { ...request, headers: [header('Via', via), ...request.headers] }
  }
  const bytesOf = (request: SipRequest): Uint8Array | undefined => {
    try {
      return writeSipMessage(request)
    } catch (error) {
      deps.onDefect(error, request.method)
      return undefined
    }
  }
  const send = (request: SipRequest, to: SipPeer): void => {
    const bytes = bytesOf(request)
    if (bytes) net.send(bytes, to)
  }

  /** Starts a transaction of a request that has its Via. */
  const begin = (
    request: SipRequest,
    to: SipPeer,
    on: Pick<Parameters<typeof startClientTransaction>[1], 'onResponse' | 'onFailed'>,
  ): ClientTransaction | undefined => {
    if (transactions.size >= deps.transactionsMost) {
      hostClock.after(0, () => on.onFailed('closed'))
      return undefined
    }
    const bytes = bytesOf(request)
    if (!bytes) {
      hostClock.after(0, () => on.onFailed('unwritable'))
      return undefined
    }
    const key = transactionKey(request)
    if (!key.ok) throw new RangeError(key.problem.message)
    const isReliable = to.transport === 'tcp'
    const entry = { to } as { transaction: ClientTransaction; to: SipPeer }
    transactions.set(key.value, entry)
    let isSent = false
    entry.transaction = startClientTransaction(request, {
      hostClock,
      isReliable,
      send(message) {
        if (message !== request) return send(message, to)
        if (isSent) resent++
        isSent = true
        net.send(bytes, to)
      },
      ...on,
      onOver: () => transactions.delete(key.value),
    })
    return entry.transaction
  }

  return {
    start(withoutVia, to, events, onRepeated2xx) {
      const request = withVia(withoutVia, to)
      let [isFinal, isProvisional, wantsCancel] = [false, false, false]
      let stopRinging = () => {}
      const cancelNow = (): void => {
        const none = { onResponse: () => undefined, onFailed: () => undefined }
        begin(cancelOf(request), to, none)
        // The other side may never answer the INVITE (section 9.1).
        stopRinging()
        stopRinging = hostClock.after(GIVE_UP_MS, () => transaction?.end('timeout'))
      }
      const cancel = (): void => {
        if (isFinal || wantsCancel || request.method !== 'INVITE') return
        wantsCancel = true
        if (isProvisional) cancelNow()
      }
      const transaction = begin(request, to, {
        onResponse(response) {
          if (response.status < 200) {
            if (!isProvisional && request.method === 'INVITE') {
              stopRinging = hostClock.after(RINGING_MS, cancel)
            }
            isProvisional = true
            events.progress?.(response)
            if (wantsCancel) cancelNow()
          } else if (isFinal) onRepeated2xx?.()
          else {
            isFinal = true
            stopRinging()
            events.answered(response)
          }
        },
        onFailed(reason) {
          isFinal = true
          stopRinging()
          events.failed(reason)
        },
      })
      return { cancel }
    },
    sendAlone: (request, to) => send(withVia(request, to), to),
    receive(response) {
      const key = headerValue(response, 'Via') === undefined ? undefined : transactionKey(response)
      if (key?.ok) transactions.get(key.value)?.transaction.receive(response)
    },
    unreachable(peer) {
      const wanted = peerKey(peer)
      for (const { transaction, to } of [...transactions.values()])
        if (peerKey(to) === wanted) transaction.end('unreachable')
    },
    waiting: () => transactions.size,
    resent: () => resent,
    close() {
      for (const { transaction } of [...transactions.values()]) transaction.end('closed')
    },
  }
}
