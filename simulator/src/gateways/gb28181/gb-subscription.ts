/** A subscription to something of a device (RFC 6665; GB/T 28181-2016, 9.5 and 9.11) while the device is registered. */
import type { IncomingRequest, SipDialog } from '../../sip/sip-calls.ts'
import { header } from '../../sip/sip-text.ts'
import { MANSCDP_TYPE } from '../../wire/gb28181/manscdp-type.ts'
import { headerValue } from '../../wire/sip/sip-message.ts'
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
const FINAL = /;\s*reason\s*=\s*(rejected|noresource|invariant)\b/i

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

  const lost = (): void => {
    cancel()
    dialog = undefined
    lostMs = hostClock.now()
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
    const state = headerValue(request, 'Subscription-State') ?? ''
    if (dialog !== own || !/^terminated\b/i.test(state)) return
    cancel()
    own.end()
    if (!FINAL.test(state)) lost()
  }
  const ask = (own: SipDialog): void => {
    const expiresS = GB_LIMITS.subscriptionS
    own.request(
      'SUBSCRIBE',
      {
        headers: [
          endpoint.contact(serverId, session.peer.transport),
          header('Event', event),
          header('Expires', String(expiresS)),
          MANSCDP_TYPE,
        ],
        body: queries.body(query),
      },
      {
        answered({ status }) {
          if (dialog !== own) return
          if (status < 300) cancel = hostClock.after((expiresS * 1000 * 3) / 4, () => ask(own))
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
