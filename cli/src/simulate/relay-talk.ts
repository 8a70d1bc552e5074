import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CODES } from '@backlot/contract/codes'
import {
  TALK_CLOSE,
  TALK_PATH,
  TalkClientFrame,
  TalkLogin,
  type TalkServerFrame,
} from '@backlot/contract/talk/frames'
import { CALL_RESULTS, MEETING_RESULTS } from '@backlot/contract/talk/results'
import { message } from '@backlot/simulator/kernel/messages'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import type { WebSocket } from 'ws'
import type { Visitor } from './platform-visits.ts'
import { acceptSocket, closeSocket, frameOf, holdFrames, type PageFrames, Upstream } from './relay-socket.ts'
import type { SimulatedPart } from './simulated-part.ts'
import { VisitorWatch } from './visitor-watch.ts'

type TalkDeps = {
  /** Whoever the platform knows by the session of a login. */
  visitor(sessionId: string, isFresh: boolean): Promise<Visitor | undefined>
  /** Throws a PlatformError when the platform does not permit the service to the user. */
  check(login: TalkLogin, visitor: Visitor): void
  part(visitor: Visitor): Promise<SimulatedPart>
}

/** As the platform: a page that does not sign in within this time is closed. */
const LOGIN_WITHIN_MS = 10_000

/**
 * Passes a page's talk on to the simulated part, in the name of its administrator, with devices replaced both ways. The
 * platform says whether its user may talk, when the page signs in and again as long as anybody talks.
 */
export async function relayTalk(
  deps: TalkDeps,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const page = await acceptSocket(request, socket, head)
  page.on('error', () => page.terminate())
  const timer = setTimeout(() => closeSocket(page, TALK_CLOSE.signInFirst), LOGIN_WITHIN_MS)
  page.once('close', () => clearTimeout(timer))
  page.once('message', (data, isBinary) => {
    clearTimeout(timer)
    // What follows the login waits until it is answered.
    const frames = holdFrames(page)
    void signIn(deps, page, loginIn(frameOf(data, isBinary)), frames).finally(() => page.resume())
  })
}

async function signIn(
  deps: TalkDeps,
  page: WebSocket,
  login: TalkLogin | undefined,
  frames: PageFrames,
): Promise<void> {
  if (!login) return closeSocket(page, TALK_CLOSE.signInFirst)
  const refuse = (code: number, msg: string, reason: keyof typeof TALK_CLOSE) => {
    page.send(JSON.stringify({ type: 'talkLoginReply', code, msg }))
    closeSocket(page, TALK_CLOSE[reason], msg)
  }
  try {
    const visitor = await deps.visitor(login.sessionId, false)
    if (!visitor) return refuse(CODES.notSignedIn, message('notSignedIn', login.lang), 'signInFirst')
    deps.check(login, visitor)
    await join(deps, await deps.part(visitor), page, login, frames)
  } catch (error) {
    const isRefused = error instanceof PlatformError && error.code === CODES.notPermitted
    const code = error instanceof PlatformError ? error.code : CODES.failed
    refuse(code, (error as Error).message, isRefused ? 'notPermitted' : 'noServer')
  }
}

async function join(
  deps: TalkDeps,
  part: SimulatedPart,
  page: WebSocket,
  login: TalkLogin,
  frames: PageFrames,
): Promise<void> {
  const { cookie, sessionId } = await part.admin()
  if (page.readyState !== page.OPEN) return
  const { loginName } = part.simulator.signIn
  const address = new URL(TALK_PATH, part.simulator.url.replace(/^http/, 'ws'))
  const simulator = new Upstream(
    address,
    { headers: { cookie } },
    {
      message(data) {
        if (isUse(data)) watch.used()
        page.send(replaced(data, (frame) => part.counterparts.toPlatform(frame)))
      },
      closed: (code, reason) => closeSocket(page, code, reason),
    },
  )
  const watch = new VisitorWatch({
    visitor: (isFresh) => deps.visitor(login.sessionId, isFresh),
    check: (visitor) => deps.check(login, visitor),
    end(refusal) {
      const reason = refusal ? 'notPermitted' : 'signInFirst'
      closeSocket(page, TALK_CLOSE[reason], refusal?.message ?? message('sessionExpired', login.lang))
      simulator.close()
    },
  })
  page.on('close', (code) => simulator.close(code))
  simulator.send(JSON.stringify({ ...login, loginName, sessionId }))
  frames((said) => {
    if (isUse(said)) watch.used()
    try {
      simulator.send(replaced(said, (frame) => part.counterparts.toSimulated(frame)))
    } catch {
      const answer = unknownTo(said)
      if (answer) page.send(JSON.stringify(answer))
    }
  })
}

/** What the platform answers about a device or group that the user may not see: nothing here stands for this one. */
function unknownTo(said: string | Buffer): TalkServerFrame | undefined {
  const { data: frame } = TalkClientFrame.safeParse(JSON.parse(String(said)))
  if (frame?.type === 'callStart') {
    const { callId, targets } = frame
    const kind = frame.kind === 'monitor' ? 'monitor' : 'call'
    const result = CALL_RESULTS.audioChannelNotFound
    const each = { targets: targets.map((target) => ({ ...target, result })) }
    return { type: 'callResult', callId, kind, result, ...(frame.kind === 'broadcast' ? each : {}) }
  }
  if (frame?.type === 'pttJoin') return { type: 'pttLeft', why: 'gone' }
  return frame && 'requestId' in frame
    ? { type: 'meetingResult', requestId: frame.requestId, result: MEETING_RESULTS.notFound }
    : undefined
}

/** Frames that come without anybody talking: what a room tells of itself, and signs of life. */
const IDLE = new Set(['ping', 'pong', 'talkLoginReply', 'meetings', 'pttGroups', 'floor'])

function isUse(data: string | Buffer): boolean {
  if (typeof data !== 'string') return true
  try {
    return !IDLE.has((JSON.parse(data) as { type: string }).type)
  } catch {
    return true
  }
}

function loginIn(said: string | Buffer): TalkLogin | undefined {
  if (typeof said !== 'string') return undefined
  try {
    return TalkLogin.safeParse(JSON.parse(said)).data
  } catch {
    return undefined
  }
}

/** A text frame with its JSON replaced; sound as it is. */
function replaced(data: string | Buffer, change: (frame: unknown) => unknown): string | Buffer {
  if (typeof data !== 'string') return data
  let frame: unknown
  try {
    frame = JSON.parse(data)
  } catch {
    return data
  }
  return JSON.stringify(change(frame))
}
