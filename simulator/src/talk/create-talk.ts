import type { IncomingMessage } from 'node:http'
import { ACCESS } from '@backlot/contract/access'
import { CODES } from '@backlot/contract/codes'
import { TALK_FRAME_MS } from '@backlot/contract/talk/audio-frame'
import {
  type TALK_CLOSE,
  TALK_PATH,
  TalkClientFrame,
  type TalkLogin,
  type TalkRequest,
  type TalkService,
} from '@backlot/contract/talk/frames'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { checkGrant } from '../calls/access-check.ts'
import { parseJson } from '../calls/parse-json.ts'
import { refuseUpgrade, UNAVAILABLE } from '../calls/refuse-upgrade.ts'
import type { Caller } from '../calls/route.ts'
import type { SessionPort } from '../calls/session-port.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import { FRAMES_A_TURN, readFrames } from '../channel/read-frames.ts'
import { ReadRate } from '../channel/read-rate.ts'
import { WaitingRoom } from '../channel/waiting-room.ts'
import type { HostClock } from '../kernel/clock.ts'
import { message } from '../kernel/messages.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { WorkBudget } from '../kernel/work-budget.ts'
import { TalkLink } from './talk-link.ts'
import type { TalkMetrics } from './talk-metrics.ts'
import type { TalkOperator, TalkRoom } from './talk-operator.ts'

export type Talk = AsyncDisposable & {
  takeUpgrade: UpgradeHandler
  links(): readonly TalkOperator[]
  /** Cuts every link and refuses new ones for a while. Answers the number cut. */
  stop(downForMs: number): number
}

export type TalkDeps = {
  boot: string
  sessions: SessionPort
  clock: HostClock
  /** Grows when groups or devices move in the tree. */
  treeVersion(): number
  metrics: TalkMetrics
  rooms: Readonly<Record<TalkService, TalkRoom>>
}

const LOGIN_WITHIN_MS = 10_000
const SESSION_CHECK_MS = 1000
const BEAT_MS = 15_000
/** A meeting with 32 names in both directions is the longest text. */
const FRAME_MAX_BYTES = 16 * 1024
/** Sockets at a time: of one session, and of all that have signed in. */
const LINKS_A_SESSION = 6
const LINKS_MAX = 500
/** A late tick makes up for this many frames; older ones are dropped. */
const LATE_FRAMES = 5

/** What each service of talk needs. */
export const TALK_GRANTS = {
  intercom: ACCESS.useTalk,
  meeting: ACCESS.useMeetings,
  ptt: ACCESS.useTalk,
} as const

/** The talk service at /talk: sockets that sign in to intercom, meetings or push-to-talk, and the beat of the sound. */
export function createTalk(deps: TalkDeps): Talk {
  const { clock, metrics, rooms, sessions } = deps
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    // As at the channel: a flood of tiny frames leaves room for everybody else.
    allowSynchronousEvents: false,
  })
  const ingest = new WorkBudget(FRAMES_A_TURN)
  const links = new Set<TalkLink>()
  const waiting = new WaitingRoom<TalkLink>()
  const operators = new Set<TalkOperator>()
  let downUntilMs = 0
  let treeSeen = deps.treeVersion()
  let frame = Math.floor(clock.now() / TALK_FRAME_MS)

  const tick = () => {
    const nowMs = clock.now()
    const newest = Math.floor(nowMs / TALK_FRAME_MS)
    frame = Math.max(frame, newest - LATE_FRAMES)
    while (frame < newest) {
      frame++
      for (const room of Object.values(rooms)) room.tick(frame, nowMs)
    }
  }
  const renew = (operator: TalkOperator, treeChanged: boolean) => {
    const found = sessions.peek(operator.caller.sessionId)
    if (!('caller' in found)) {
      const kicked = found.reason === 'kickedOut'
      return operator.link.close(kicked ? 'kicked' : 'signInFirst', found.reason)
    }
    if (found.caller === operator.found && !treeChanged) return
    operator.found = found.caller
    operator.caller = { ...found.caller, language: operator.caller.language }
    const refusal = refusalOf(operator.service, operator.caller)
    if (refusal) operator.link.close('notPermitted', refusal.message)
    else rooms[operator.service].renewed(operator)
  }

  const signIn = (login: TalkLogin, link: TalkLink): TalkOperator | undefined => {
    const refuse = (code: number, msg: string, reason: keyof typeof TALK_CLOSE) => {
      link.say({ type: 'talkLoginReply', code, msg })
      link.close(reason, msg)
      return undefined
    }
    if (clock.now() < downUntilMs) return refuse(CODES.unavailable, 'down', 'noServer')
    const found = sessions.peek(login.sessionId)
    if (!('caller' in found)) {
      const key = found.reason === 'unknown' ? 'notSignedIn' : 'sessionExpired'
      return refuse(CODES[key], message(key, login.lang), 'signInFirst')
    }
    if (found.caller.mustChangePassword) {
      const text = message('passwordMustChange', login.lang)
      return refuse(CODES.passwordMustChange, text, 'notPermitted')
    }
    if (found.caller.loginName.toLowerCase() !== login.loginName.toLowerCase())
      return refuse(CODES.notSignedIn, message('notSignedIn', login.lang), 'signInFirst')
    const caller: Caller = { ...found.caller, language: login.lang }
    const refusal = refusalOf(login.service, caller)
    if (refusal) return refuse(refusal.code, refusal.message, 'notPermitted')
    const own = [...operators].filter((one) => one.caller.sessionId === caller.sessionId)
    if (own.length >= LINKS_A_SESSION) {
      metrics.dropped('tooMany')
      return refuse(CODES.tooManyRequests, 'Too many sockets of one session.', 'tooMany')
    }
    link.codec = login.codec
    link.say({ type: 'talkLoginReply', code: CODES.ok, msg: '', boot: deps.boot })
    return { service: login.service, link, caller, found: found.caller }
  }

  const serve = (socket: WebSocket) => {
    const link = new TalkLink(socket, metrics, clock.now())
    links.add(link)
    waiting.enter(link)
    let operator: TalkOperator | undefined
    const giveUp = clock.after(LOGIN_WITHIN_MS, () => {
      metrics.dropped('notSignedIn')
      link.close('signInFirst', 'Sign in first.')
    })
    socket.on('error', () => link.cut())
    socket.on('close', () => {
      giveUp()
      stopReading()
      links.delete(link)
      waiting.leave(link)
      if (operator && operators.delete(operator)) rooms[operator.service].leave(operator)
    })
    const take = (data: RawData, isBinary: boolean) => {
      if (!link.isOpen) return
      if (isBinary) {
        if (!operator) return link.close('signInFirst', 'Sign in first.')
        const samples = link.receive(clock.now(), bytesOf(data))
        if (samples) rooms[operator.service].hear(operator, samples)
        return
      }
      const request = readRequest(String(data))
      if (!operator) {
        giveUp()
        waiting.leave(link)
        operator = request?.type === 'talkLogin' ? signIn(request, link) : undefined
        if (!operator) return link.close('signInFirst', 'Sign in first.')
        operators.add(operator)
        rooms[operator.service].enter(operator)
        return
      }
      if (!request || request.type === 'talkLogin') {
        metrics.dropped('badFrame')
        return link.close('badFrame', 'That is no frame of talk.')
      }
      if (request.type === 'ping') link.say({ type: 'pong', at: request.at })
      else rooms[operator.service].receive(operator, request)
    }
    const stopReading = readFrames(socket, {
      hostClock: clock,
      budget: ingest,
      rate: new ReadRate(clock.now()),
      received: () => {},
      take,
    })
  }

  const stops = [
    clock.every(TALK_FRAME_MS / 2, tick),
    clock.every(SESSION_CHECK_MS, () => {
      const tree = deps.treeVersion()
      const treeChanged = tree !== treeSeen
      treeSeen = tree
      for (const operator of operators) renew(operator, treeChanged)
    }),
    clock.every(BEAT_MS, () => {
      for (const link of links) link.beat()
    }),
  ]
  return {
    takeUpgrade(request: IncomingMessage, socket, head) {
      if ((request.url ?? '').split('?')[0] !== TALK_PATH) return false
      if (links.size - waiting.size >= LINKS_MAX) {
        metrics.dropped('tooMany')
        refuseUpgrade(socket, UNAVAILABLE)
        return true
      }
      server.handleUpgrade(request, socket, head, serve)
      return true
    },
    links: () => [...operators],
    stop(downForMs) {
      downUntilMs = clock.now() + downForMs
      const cut = [...links]
      for (const link of cut) link.close('noServer', 'The intercom server stops.')
      return cut.length
    },
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop()
      for (const link of links) link.close('shutdown', 'The platform stops.')
      server.close()
    },
  }
}

function refusalOf(service: TalkService, caller: Caller): PlatformError | undefined {
  try {
    checkGrant(TALK_GRANTS[service], caller)
    return undefined
  } catch (error) {
    if (error instanceof PlatformError) return error
    throw error
  }
}

function readRequest(text: string): TalkRequest | undefined {
  try {
    return TalkClientFrame.safeParse(parseJson(text)).data
  } catch {
    return undefined
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
