/** How a device signs in and stays signed in (9.1 and 9.6 of 2016): REGISTER, keepalives, and beginning again. */
import { requestWithLogin } from '../../sip/request-with-login.ts'
import { newToken } from '../../sip/sip-text.ts'
import { readGbTime } from '../../wire/gb28181/gb-time.ts'
import { writeCSeq } from '../../wire/sip/cseq.ts'
import { headerValue, headerValues, type SipHeader, type SipResponse } from '../../wire/sip/sip-message.ts'
import type { GbContext } from './gb-context.ts'

/** waiting: between two tries. */
export type RegistrationState = 'stopped' | 'registering' | 'online' | 'waiting'
/** Why the last try failed. */
export type RegistrationProblem =
  | { kind: 'wrongPassword'; status: number }
  | { kind: 'refused'; status: number }
  | { kind: 'noAnswer' }

export type Registration = {
  start(): void
  /** Signs out, where it is signed in; resolves once that is answered or given up. */
  stop(): Promise<void>
  /** Signs in anew: the server no longer answers, or the device has started again. */
  again(): void
  state(): RegistrationState
  problem(): RegistrationProblem | undefined
  /** Times that it came about, and that a try failed or it was lost. */
  counts(): { connects: number; breaks: number }
  /** What the server's clock is ahead of ours, milliseconds. */
  offsetMs(): number
}

const RETRY_FIRST_MS = 5000
/** The standard recommends not to try again sooner than this after failures. */
const RETRY_LAST_MS = 60_000
/** Refreshed after this share of the time: a lost refresh leaves time for another. */
const REFRESH_AT = 0.8
const EXPIRES_LEAST_S = 60
/** Timers hold 24 days. */
const EXPIRES_MOST_S = 1_000_000

export function createRegistration(
  context: GbContext,
  deps: { headers: readonly SipHeader[]; random(): number; onOnline(): void; onOffline(): void },
): Registration {
  const { options, settings, endpoint, hostClock, peer, ports } = context
  const { id, server } = options
  const counts = { connects: 0, breaks: 0 }
  let state: RegistrationState = 'stopped'
  let problem: RegistrationProblem | undefined
  let offsetMs = 0
  let failures = 0
  let missed = 0
  let cseq = 0
  let callId = newToken()
  let round = 0
  let stopTimer = () => {}
  let stopKeepalive = () => {}

  const request = (expiresS: number) => ({
    kind: 'request' as const,
    method: 'REGISTER',
    uri: `sip:${server.id}@${server.domain}`,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: `<sip:${id}@${id.slice(0, 10)}>;tag=${newToken()}` },
      { name: 'To', value: `<sip:${id}@${id.slice(0, 10)}>` },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: writeCSeq({ number: cseq, method: 'REGISTER' }) },
      endpoint.contact(id, server.transport),
      { name: 'Expires', value: String(expiresS) },
      ...deps.headers,
    ],
    body: new Uint8Array(),
  })

  const leave = (next: RegistrationState): void => {
    const was = state
    state = next
    stopKeepalive()
    stopTimer()
    if (was === 'online') {
      if (next !== 'stopped') counts.breaks++
      deps.onOffline()
    }
  }
  const later = (notBeforeMs: number): void => {
    const longest = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** Math.min(failures, 8))
    failures++
    stopTimer()
    // Devices that lost a server together do not come back together.
    const share = deps.random()
    const waitMs = Math.max(longest * (0.75 + 0.5 * share), notBeforeMs * (1 + 0.25 * share))
    stopTimer = hostClock.after(waitMs, register)
  }
  const failed = (why: RegistrationProblem, notBeforeMs = 0): void => {
    const isNew = problem?.kind !== why.kind
    problem = why
    if (state === 'registering') counts.breaks++
    if (state === 'online') leave('waiting')
    state = 'waiting'
    // Once, not at every try.
    if (isNew) context.log.warn({ id, ...why }, 'a GB/T 28181 device was not registered')
    later(notBeforeMs)
  }

  const granted = (response: SipResponse): number => {
    const inContact = /;\s*expires\s*=\s*"?(\d+)/i.exec(headerValues(response, 'Contact').join(','))?.[1]
    const text = inContact ?? headerValue(response, 'Expires')
    const seconds = text !== undefined && /^\d+$/.test(text) ? Number(text) : settings.expiresS
    return Math.min(EXPIRES_MOST_S, Math.max(EXPIRES_LEAST_S, seconds))
  }
  const takeDate = (response: SipResponse): void => {
    const text = headerValue(response, 'Date')
    const atMs = text === undefined ? undefined : (readGbTime(text) ?? httpDate(text))
    if (atMs !== undefined) offsetMs = atMs - hostClock.now()
  }

  function register(): void {
    if (state === 'stopped') return
    const isRefresh = state === 'online'
    if (!isRefresh) state = 'registering'
    const own = ++round
    cseq++
    stopTimer()
    requestWithLogin(
      endpoint,
      request(settings.expiresS),
      peer,
      { username: options.username ?? id, password: options.password },
      {
        answered(response, tries) {
          cseq += tries - 1
          if (own !== round || state === 'stopped') return
          const { status } = response
          if (status >= 200 && status < 300) return online(response)
          const least = Number(headerValue(response, 'Min-Expires'))
          if (status === 423 && Number.isInteger(least) && least > settings.expiresS && least < 1e8) {
            settings.expiresS = least
            return register()
          }
          const isLogin = tries > 1 && (status === 401 || status === 407 || status === 403)
          failed(
            isLogin ? { kind: 'wrongPassword', status } : { kind: 'refused', status },
            retryAfterMs(response),
          )
        },
        failed(reason) {
          if (own === round && state !== 'stopped' && reason !== 'closed') failed({ kind: 'noAnswer' })
        },
      },
    )
  }
  const online = (response: SipResponse): void => {
    takeDate(response)
    problem = undefined
    failures = 0
    stopTimer = hostClock.after(granted(response) * 1000 * REFRESH_AT, register)
    if (state === 'online') return
    state = 'online'
    counts.connects++
    missed = 0
    keepAlive()
    deps.onOnline()
  }
  const keepAlive = (): void => {
    stopKeepalive()
    const own = counts.connects
    stopKeepalive = hostClock.after(settings.keepaliveS * 1000, keepAlive)
    const { isFaulty } = ports.facts()
    const faulty = ports.channels.all().flatMap((channel) => (channel.isOnline ? [] : [channel.id]))
    context.send(
      {
        kind: 'keepalive',
        sn: context.nextSn(),
        deviceId: id,
        status: isFaulty ? 'ERROR' : 'OK',
        ...(faulty.length > 0 && { faultyDeviceIds: faulty.slice(0, FAULTY_MOST) }),
      },
      (isAnswered) => {
        if (state !== 'online' || own !== counts.connects) return
        missed = isAnswered ? 0 : missed + 1
        if (missed >= settings.keepalivesMissedMost) again()
      },
    )
  }
  const again = (): void => {
    if (state === 'stopped') return
    leave('registering')
    callId = newToken()
    missed = 0
    register()
  }

  return {
    start() {
      if (state !== 'stopped') return
      state = 'registering'
      register()
    },
    stop() {
      const was = state
      leave('stopped')
      round++
      if (was !== 'online') return Promise.resolve()
      cseq++
      return new Promise((resolve) => {
        const account = { username: options.username ?? id, password: options.password }
        requestWithLogin(endpoint, request(0), peer, account, {
          answered: () => resolve(),
          failed: () => resolve(),
        })
      })
    },
    again,
    state: () => state,
    problem: () => problem,
    counts: () => counts,
    offsetMs: () => offsetMs,
  }
}

/** Channels out of order that a keepalive names. */
const FAULTY_MOST = 20

/** Of Retry-After (RFC 3261, 20.33), which may have a comment behind; 0 without one. */
function retryAfterMs(response: SipResponse): number {
  const seconds = /^\d+/.exec(headerValue(response, 'Retry-After') ?? '')?.[0]
  return Math.min(RETRY_AFTER_MOST_S, Number(seconds ?? 0)) * 1000
}
/** A server sends a device away for an hour at most. */
const RETRY_AFTER_MOST_S = 3600

/** As RFC 3261 has it: `Sat, 13 Nov 2010 23:29:00 GMT`. */
function httpDate(text: string): number | undefined {
  const ms = /GMT\s*$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
