/** A subscription to something of a device (RFC 6665; GB/T 28181-2016, 9.5 and 9.11) while the device is registered. */
import type { IncomingRequest, SipDialog } from '../../sip/sip-calls.ts'
import { header } from '../../sip/sip-text.ts'
import { MANSCDP_TYPE } from '../../wire/gb28181/manscdp-type.ts'
import { headerValue, type SipRequest } from '../../wire/sip/sip-message.ts'
import { parameterValue, readParameters } from '../../wire/sip/sip-parameters.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { type GbRequest, sipUri } from './gb-queries.ts'
import type { GbSession } from './gb-session.ts'
import { readBody } from './take-message.ts'

export type GbSubscription = {
  /** Subscribes again when the subscription was lost a while ago. */
  renew(): void
  end(): void
}

/** Reasons of `terminated` after which nobody subscribes again (RFC 6665, 4.1.3). */
const FINAL = ['rejected', 'noresource', 'invariant']

/** Subscribes, and renews it after three quarters of its time. A device that refuses is not asked again. */
export function subscribe(
  context: GbContext,
  session: GbSession,
  event: string,
  query: GbRequest,
): GbSubscription {
  const { endpoint, serverId, domain, hostClock, queries, log } = context
  let dialog: SipDialog | undefined
  let lostMs: number | undefined
  let cancel = (): void => undefined
  let renewAtMs = Number.POSITIVE_INFINITY

  const lost = (): void => {
    cancel()
    dialog = undefined
    lostMs = hostClock.now()
  }
  /**
   * Of what the device grants (RFC 6665, 4.1.2.1 and 4.1.3) a quarter is left when it is asked again; what would come
   * later than planned changes nothing.
   */
  const renewWithin = (own: SipDialog, seconds: number): void => {
    const forMs = Math.min(Math.max(seconds, GB_LIMITS.expiresLeastS), GB_LIMITS.subscriptionS) * 1000
    const atMs = hostClock.now() + (forMs * 3) / 4
    if (atMs >= renewAtMs) return
    renewAtMs = atMs
    cancel()
    cancel = hostClock.after(atMs - hostClock.now(), () => ask(own))
  }
  const notified = (own: SipDialog, incoming: IncomingRequest): void => {
    const { request } = incoming
    if (request.method !== 'NOTIFY') {
      incoming.respond(405)
      return
    }
    session.heardMs = hostClock.now()
    // The first one and the last one may have none.
    if (request.body.length === 0) incoming.respond(200)
    else readBody(context, session, incoming)
    const { state, expires, reason } = stateIn(request)
    if (dialog !== own) return
    const leftS = secondsOf(expires)
    if (state === 'active' && leftS !== undefined) renewWithin(own, leftS)
    if (state !== 'terminated') return
    cancel()
    own.end()
    if (!FINAL.includes(reason)) lost()
  }
  const ask = (own: SipDialog): void => {
    own.request(
      'SUBSCRIBE',
      {
        headers: [
          endpoint.contact(serverId, session.peer.transport),
          header('Event', event),
          header('Expires', String(GB_LIMITS.subscriptionS)),
          MANSCDP_TYPE,
        ],
        body: queries.body(query),
      },
      {
        answered(response) {
          const { status } = response
          if (dialog !== own) return
          if (status < 300) {
            renewAtMs = Number.POSITIVE_INFINITY
            renewWithin(own, secondsOf(headerValue(response, 'Expires')) ?? GB_LIMITS.subscriptionS)
          }
          // Many devices know no subscriptions.
          else if (status === 408 || status >= 500 || !own.isOver()) {
            own.end()
            lost()
          }
        },
        failed() {
          if (dialog === own) lost()
        },
      },
    )
  }
  const open = (): void => {
    lostMs = undefined
    const own = endpoint.dialog(
      {
        local: `<sip:${serverId}@${domain}>`,
        remote: `<sip:${session.sn}@${domain}>`,
        target: sipUri(session.sn, session),
        peer: session.peer,
      },
      {
        request(incoming) {
          if (own) notified(own, incoming)
        },
        ended(reason) {
          if (dialog === own && reason !== 'ended') lost()
        },
      },
    )
    if (!own) {
      log.warn({ sn: session.sn, event }, 'a device was not subscribed to: too many dialogs are open')
      lost()
      return
    }
    dialog = own
    ask(own)
  }
  const end = (): void => {
    session.ends.delete(end)
    cancel()
    const own = dialog
    dialog = undefined
    lostMs = undefined
    own?.end()
  }
  session.ends.add(end)
  open()

  return {
    renew() {
      if (lostMs !== undefined && hostClock.now() - lostMs >= GB_LIMITS.subscribeAgainMs) open()
    },
    end,
  }
}

function stateIn(request: SipRequest): { state: string; expires: string | undefined; reason: string } {
  const text = headerValue(request, 'Subscription-State') ?? ''
  const [state = ''] = text.split(';', 1)
  const read = readParameters(text.slice(state.length), state.length)
  const value = (name: string) => (read.ok ? parameterValue(read.value, name) : undefined)
  return {
    state: state.trim().toLowerCase(),
    expires: value('expires'),
    reason: value('reason')?.toLowerCase() ?? '',
  }
}

const secondsOf = (text: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(text?.trim() ?? '') ? Number(text) : undefined
