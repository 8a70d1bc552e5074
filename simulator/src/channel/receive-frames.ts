import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CHANNEL_CALLS, CHANNEL_REPLY_CHARS, type ClientFrame } from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import type { ClockState } from '@backlot/contract/session/entities'
import type { PlatformTrouble } from '@backlot/contract/troubles'
import type { RawData } from 'ws'
import type { z } from 'zod'
import type { SessionPort } from '../calls/session-port.ts'
import type { ChannelCall } from './channel-call.ts'
import type { ChannelMetrics } from './channel-metrics.ts'
import { ConsoleSession, type SessionLink } from './console-session.ts'
import { decodeClientFrame, encodeFrame } from './frame-codec.ts'
import type { HubContext } from './hub-context.ts'

type Frame = z.output<typeof ClientFrame>
type Login = Extract<Frame, { type: 'login' }>

/** The link of a console that is to sign in. */
export type ServedLink = SessionLink & {
  /** Whose console it is. */
  signedIn(loginName: string): void
}

export type ReceiveDeps = {
  boot: string
  link: ServedLink
  context: HubContext
  sessions: SessionPort
  metrics: ChannelMetrics
  request: IncomingMessage
  call: ChannelCall
  clock(): ClockState
  troubles(): PlatformTrouble[]
  /** Whether consoles (of an account) are turned away for now. */
  isRefused(loginName?: string): boolean
  enter(session: ConsoleSession): void
  leave(session: ConsoleSession): void
}

/** Frames of one console. */
export type ConsoleFrames = {
  take(data: RawData | string, isBinary: boolean): void
  /** Its socket has closed. */
  gone(): void
}

/** Calls of one console that wait for their answer; a console has a handful. */
const REQUESTS_MAX = 64

/** Takes the frames of a console: login first, then the rest. */
export function receiveFrames(deps: ReceiveDeps): ConsoleFrames {
  const { link } = deps
  let session: ConsoleSession | undefined
  const requests = { open: 0 }
  return {
    take(data, isBinary) {
      const decoded = isBinary ? { error: 'Frames are text.' } : decodeClientFrame(String(data))
      if ('error' in decoded) {
        deps.metrics.dropped('badFrame')
        return session ? link.close('badFrame', decoded.error) : link.close('signInFirst', 'Sign in first.')
      }
      if (session) return receive(decoded.frame, session, requests, deps)
      if (decoded.frame.type !== 'login') return link.close('signInFirst', 'Sign in first.')
      session = signIn(decoded.frame, deps)
      if (session) deps.enter(session)
    },
    gone() {
      if (session) deps.leave(session)
    },
  }
}

function signIn(frame: Login, deps: ReceiveDeps): ConsoleSession | undefined {
  const { link, context } = deps
  const refuse = (code: number, msg: string) => {
    link.send(encodeFrame({ type: 'loginReply', code, msg }))
    link.close('signInFirst', msg)
    return undefined
  }
  if (deps.isRefused(frame.loginName)) {
    link.cut()
    return undefined
  }
  const found = deps.sessions.peek(frame.sessionId)
  if (!('caller' in found)) {
    const ended = found.reason !== 'unknown'
    return refuse(
      ended ? CODES.sessionExpired : CODES.notSignedIn,
      ended ? 'Your sign-in has expired.' : 'Please sign in.',
    )
  }
  if (found.caller.mustChangePassword) {
    return refuse(CODES.passwordMustChange, 'Change the one-time password first.')
  }
  if (found.caller.loginName.toLowerCase() !== frame.loginName.toLowerCase()) {
    return refuse(CODES.notSignedIn, 'This session belongs to another account.')
  }
  const newest = context.alarms.newestCursor()
  const { alarmCursor, alarmGaps = [] } = frame
  // A cursor from the future is of another database: then there is nothing to resume.
  const resume = alarmCursor !== undefined && alarmCursor <= newest ? { alarmCursor, alarmGaps } : undefined
  const troubles = deps.troubles()
  link.send(
    encodeFrame({
      type: 'loginReply',
      code: CODES.ok,
      msg: '',
      boot: deps.boot,
      clock: deps.clock(),
      ...(troubles.length > 0 ? { troubles } : {}),
      alarmCursor: newest,
      requests: [...CHANNEL_CALLS],
    }),
  )
  link.signedIn(found.caller.loginName)
  return new ConsoleSession(context, link, found.caller, resume)
}

function receive(frame: Frame, session: ConsoleSession, requests: { open: number }, deps: ReceiveDeps): void {
  switch (frame.type) {
    case 'login':
      deps.link.close('badFrame', 'This console has signed in already.')
      return
    case 'subscribe':
      session.subscribe(frame)
      return
    case 'unsubscribe':
      session.unsubscribe(frame.id)
      return
    case 'ping':
      deps.link.send(encodeFrame({ type: 'pong', at: frame.at }))
      return
    case 'request':
      answer(frame, session, requests, deps)
  }
}

function answer(
  { requestId, call, body, language }: Extract<Frame, { type: 'request' }>,
  session: ConsoleSession,
  requests: { open: number },
  deps: ReceiveDeps,
): void {
  const reply = (made: Awaited<ReturnType<ChannelCall>>) => {
    const frame = encodeFrame({ type: 'reply', requestId, ...made })
    if (frame.length <= CHANNEL_REPLY_CHARS) return deps.link.send(frame)
    const msg = 'The answer is too long for the channel: ask over HTTP.'
    return deps.link.send(encodeFrame({ type: 'reply', requestId, code: CODES.tooLarge, msg, data: {} }))
  }
  if (requests.open >= REQUESTS_MAX) {
    reply({ code: CODES.tooManyRequests, msg: `At most ${REQUESTS_MAX} calls at a time.`, data: {} })
    return
  }
  requests.open++
  deps
    .call(call, body, session.caller, inLanguage(deps.request, language))
    .catch(() => ({ code: CODES.failed, msg: 'The call failed.', data: {} }))
    .then((made) => {
      requests.open--
      reply(made)
    })
}

/** The socket's request as if it had asked in a language. */
function inLanguage(request: IncomingMessage, language: 'zh' | 'en' | undefined): IncomingMessage {
  if (!language) return request
  const headers = { ...request.headers, 'accept-language': language }
  return Object.create(request, { headers: { value: headers } }) as IncomingMessage
}

/** Changes with every start: lets consoles distinguish a restart from a cut. */
export function newBootId(): string {
  return randomBytes(6).toString('hex')
}
