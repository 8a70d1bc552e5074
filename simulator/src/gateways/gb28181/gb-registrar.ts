/** Registrations of devices (GB/T 28181-2016, 9.1): digest, lifetime, and who is there. */
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { IncomingRequest } from '../../sip/sip-calls.ts'
import { createSipLogin } from '../../sip/sip-login.ts'
import { addressIn, header } from '../../sip/sip-text.ts'
import { createSenderLimits } from '../../sockets/sender-limits.ts'
import { TokenBucket } from '../../sockets/token-bucket.ts'
import { isGbId } from '../../wire/gb28181/gb-id.ts'
import { writeGbTime } from '../../wire/gb28181/gb-time.ts'
import { headerValue, type SipHeader, type SipRequest } from '../../wire/sip/sip-message.ts'
import { parameterValue } from '../../wire/sip/sip-parameters.ts'
import type { RefusalReason } from '../ingest.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import type { GbSession } from './gb-session.ts'

export type GbRegistrar = Disposable & {
  register(incoming: IncomingRequest): void
  /** Ends registrations that were not renewed, and those of devices that fell silent. Called every second. */
  review(): void
  end(session: GbSession, why: 'deregistered' | 'lost' | 'replaced' | 'dropped'): void
}

const STATUS_OF: Readonly<Record<RefusalReason, number>> = {
  unknown: 403,
  password: 403,
  kind: 403,
  taken: 403,
  full: 503,
}
const RETRY_AFTER = header('Retry-After', '10')

/** The id in From or To of a request; undefined when it is none of twenty digits. */
export function gbIdIn(request: SipRequest, name: 'From' | 'To'): string | undefined {
  const user = addressIn(request, name)?.uri.user
  return user !== undefined && isGbId(user) ? user : undefined
}

export function createGbRegistrar(
  context: GbContext,
  password: string,
  onRegistered: (session: GbSession) => void,
): GbRegistrar {
  const { ingest, hostClock, platformClock, counters, log, sessions } = context
  const login = createSipLogin(context.domain, hostClock)
  const { burst, perSecond } = GB_LIMITS.registrations
  const bucket = new TokenBucket(burst, perSecond, hostClock.now())
  const ofAddress = createSenderLimits(GB_LIMITS.registrationsOfAddress)
  /** Registrations that wait for the database, by device: the newest counts. */
  const admitting = new Map<string, IncomingRequest>()

  const end: GbRegistrar['end'] = (session, why) => {
    if (session.isOver) return
    session.isOver = true
    for (const stop of [...session.ends]) stop()
    session.ends.clear()
    if (sessions.get(session.sn) !== session) return
    sessions.delete(session.sn)
    if (why === 'lost') counters.lost++
    if (why === 'deregistered') counters.deregistered++
    if (why !== 'replaced') ingest.disconnected(session.sn, platformClock.now())
  }

  const refuse = (incoming: IncomingRequest, status: number, headers: readonly SipHeader[] = []): void => {
    counters.registrationsRefused++
    incoming.respond(status, { headers })
  }

  /** More than its share has an address only of what others leave: half of the burst stays theirs. */
  const mayBegin = (address: string): boolean => {
    const nowMs = hostClock.now()
    const isWithinShare = ofAddress.allows(address, nowMs)
    return (isWithinShare || bucket.left(nowMs) > burst / 2) && bucket.allows(1, nowMs)
  }

  const challenge = (incoming: IncomingRequest, isStale: boolean): void => {
    // 2022 has SHA-256 too (annex I names it by X-GB-Ver 3.0); devices of 2016 read the first challenge alone.
    const algorithms = is2022(incoming.request) ? (['SHA-256', 'MD5'] as const) : (['MD5'] as const)
    incoming.respond(401, { headers: login.challenges(isStale, algorithms) })
  }

  const admit = async (incoming: IncomingRequest, sn: string, expiresS: number): Promise<void> => {
    const { from, request } = incoming
    const nowMs = hostClock.now()
    const callId = headerValue(request, 'Call-ID')
    const before = sessions.get(sn)
    if (!before && sessions.size >= GB_LIMITS.devices) return refuse(incoming, 503, [RETRY_AFTER])
    if (!before && ingest.isOwnPlace(sn)) return refuse(incoming, STATUS_OF.taken)
    admitting.set(sn, incoming)
    try {
      const claim = { sn, kind: 'camera' as const, protocolType: PROTOCOL_TYPES.gb28181, from: from.address }
      const admission = await ingest.admit(claim, platformClock.now())
      if (admitting.get(sn) !== incoming) return incoming.respond(503, { headers: [RETRY_AFTER] })
      if ('refused' in admission) {
        const { refused } = admission
        return refuse(incoming, STATUS_OF[refused], refused === 'full' ? [RETRY_AFTER] : [])
      }
    } catch (error) {
      log.error({ err: error, sn }, 'a device that registered could not be stored')
      return refuse(incoming, 500)
    } finally {
      if (admitting.get(sn) === incoming) admitting.delete(sn)
    }
    const known = sessions.get(sn)
    const isSame = known?.peer.address === from.address && known.peer.transport === from.transport
    incoming.respond(200, { headers: grantOf(request, expiresS, hostClock.now()) })
    if (known && isSame) {
      // The port behind NAT may be a new one.
      known.peer = from
      known.heardMs = nowMs
      known.expiresAtMs = nowMs + expiresS * 1000
      counters.refreshed++
      if (known.callId === callId) return
      // One that has restarted knows nothing of its subscriptions.
      known.callId = callId
      known.is2022 = is2022(request)
      onRegistered(known)
      return
    }
    if (known) {
      log.warn({ sn, from: known.peer.address, to: from.address }, 'a device registered from another address')
      end(known, 'replaced')
    }
    const session: GbSession = {
      sn,
      peer: from,
      callId,
      sinceMs: nowMs,
      heardMs: nowMs,
      expiresAtMs: nowMs + expiresS * 1000,
      keepaliveAtMs: undefined,
      keepaliveMs: GB_LIMITS.keepaliveMs,
      is2022: is2022(request),
      catalog: 'none',
      catalogAskedMs: 0,
      messages: 0,
      isOver: false,
      ends: new Set(),
    }
    sessions.set(sn, session)
    counters.registered++
    ingest.connected(sn, platformClock.now())
    onRegistered(session)
  }

  return {
    register(incoming) {
      const { request, from } = incoming
      const sn = gbIdIn(request, 'To')
      if (sn === undefined) return refuse(incoming, 403)
      const { result } = login.check(request, (username) => (username === sn ? password : undefined))
      if (result === 'none') {
        return mayBegin(from.address) ? challenge(incoming, false) : refuse(incoming, 503, [RETRY_AFTER])
      }
      if (result === 'stale') return challenge(incoming, true)
      if (result === 'wrong') {
        counters.loginFailures++
        // Of a device that is known: others name any id.
        if (context.records.find(sn)) context.faults.note(sn, 'login', from.address)
        counters.registrationsRefused++
        hostClock.after(login.failed(from.address), () => challenge(incoming, false))
        return
      }
      login.succeeded(from.address)
      const expiresS = expiresOf(request)
      if (expiresS === undefined) return refuse(incoming, 400)
      if (expiresS === 0) {
        admitting.delete(sn)
        const session = sessions.get(sn)
        incoming.respond(200, { headers: [header('Expires', '0'), dateHeader(hostClock.now())] })
        // One that moved may say goodbye from its old address.
        if (session?.peer.address === from.address) end(session, 'deregistered')
        return
      }
      const least = GB_LIMITS.expiresLeastS
      if (expiresS < least) return refuse(incoming, 423, [header('Min-Expires', String(least))])
      void admit(incoming, sn, Math.min(expiresS, GB_LIMITS.expiresMostS))
    },
    review() {
      const nowMs = hostClock.now()
      for (const session of sessions.values()) {
        const silentMs = GB_LIMITS.keepalivesMissed * session.keepaliveMs
        if (nowMs - session.heardMs >= silentMs || nowMs >= session.expiresAtMs) end(session, 'lost')
      }
    },
    end,
    [Symbol.dispose]() {
      login[Symbol.dispose]()
      for (const session of [...sessions.values()]) end(session, 'dropped')
    },
  }
}

/** Of its first Contact, else of the header; undefined when that is no number. */
function expiresOf(request: SipRequest): number | undefined {
  const contact = addressIn(request, 'Contact')
  const own = contact && parameterValue(contact.parameters, 'expires')
  const text = own || headerValue(request, 'Expires')
  if (text === undefined) return GB_LIMITS.expiresUsualS
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined
}

function grantOf(request: SipRequest, expiresS: number, nowMs: number): SipHeader[] {
  const contact = headerValue(request, 'Contact')
  const bare = contact?.replace(/;\s*expires=\d+/i, '')
  return [
    ...(bare === undefined ? [] : [header('Contact', `${bare};expires=${expiresS}`)]),
    header('Expires', String(expiresS)),
    dateHeader(nowMs),
    ...(is2022(request) ? [header('X-GB-Ver', '3.0')] : []),
  ]
}

/** Devices set their clocks by it (9.10.1): with milliseconds always. */
function dateHeader(nowMs: number): SipHeader {
  const text = writeGbTime(nowMs)
  return header('Date', text.includes('.') ? text : `${text}.000`)
}

const is2022 = (request: SipRequest): boolean => Number(headerValue(request, 'X-GB-Ver') ?? 0) >= 3
