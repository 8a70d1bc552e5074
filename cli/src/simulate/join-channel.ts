import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  CHANNEL_PATH,
  type ChannelMessage,
  CLOSE,
  type ClientFrame,
  type Scope,
  type ServerFrame,
  type Topic,
} from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import type { Language } from '@backlot/simulator/kernel/language'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import type { WebSocket } from 'ws'
import { callOfMessage, isSimulatedMessage, joinedLogin, splitTopics } from './channel-parts.ts'
import { acceptSocket, closeSocket, frameOf, holdFrames, type PageFrames, Upstream } from './relay-socket.ts'
import type { SimulatedCalls } from './simulated-calls.ts'
import type { SimulatedPart } from './simulated-part.ts'
import type { VisitorWatch } from './visitor-watch.ts'

/** The platform's channel, as the page's socket would have reached it. */
export type PlatformSocket = {
  address: URL
  headers: Record<string, string>
  rejectUnauthorized: boolean
  ca?: string
}

type JoinDeps = {
  part: SimulatedPart
  simulated: SimulatedCalls
  /** Undefined: the whole channel is simulated. */
  platform: PlatformSocket | undefined
  /** Of what names none itself. */
  language: Language
  /** Throws a PlatformError when the platform does not permit a call to the user. */
  check(callName: string): void
  /** The platform is asked about the user while the channel is used, and when it says that an account has changed. */
  watch: Pick<VisitorWatch, 'used' | 'changed'>
  /** Grows with each change of what is simulated. */
  generation: number
  /** Whether this session's last channel had the same things simulated: alarm cursors are comparable then. */
  isSame(sessionId: string): boolean
}

type LoginReply = Extract<ServerFrame, { type: 'loginReply' }>
/** As the platform: a page that does not sign in within this time is closed. */
const LOGIN_WITHIN_MS = 10_000

export type LoginFrame = Extract<ClientFrame, { type: 'login' }>
/** A page, the login with which it has begun, and the frames that follow. */
type AcceptedPage = { page: WebSocket; first: LoginFrame; frames: PageFrames }

/**
 * Joins the platform's channel and that of the simulated part to one for the page: messages and calls of simulated areas
 * are those of the simulated part, everything else is the platform's.
 */
export async function joinChannel(deps: JoinDeps, { page, first, frames }: AcceptedPage): Promise<void> {
  const { part, simulated } = deps
  const admin = await part.admin()
  // The page may have left, or been sent away, while the simulated part started.
  if (page.readyState !== page.OPEN) return
  /** Subscriptions whose answer comes from the simulated part. */
  const ours = new Set<string>()
  /** Simulated calls that wait for their answer. */
  const calls = new Map<string, string>()
  let logins: { platform?: LoginReply; simulated?: LoginReply } = {}
  let epoch = 0
  /** Start of the platform that the page knows, with the generation. */
  let boot = ''

  const tell = (frame: unknown) => page.send(JSON.stringify(frame))
  const end = (code: number, reason: string) => {
    closeSocket(page, code, reason)
    platform?.close()
    simulator.close()
  }
  const bootOf = (boot: string | undefined) => `${boot ?? ''}+${deps.generation}`
  const signIn = () => {
    const { platform: theirs, simulated: own } = logins
    if (!own || (deps.platform && !theirs)) return
    const reply = theirs ?? { ...own, requests: [] }
    epoch = reply.clock?.epoch ?? 0
    boot = bootOf(reply.boot)
    tell(joinedLogin(reply, own, simulated, boot))
    logins = {}
  }

  const platform =
    deps.platform &&
    new Upstream(deps.platform.address, deps.platform, {
      message(data) {
        const frame = frameIn(data)
        if (frame?.type === 'loginReply') {
          logins.platform = frame
          signIn()
        } else if (frame?.type === 'batch' && Array.isArray(frame.messages)) {
          if (frame.messages.some(({ type }) => type === 'account')) deps.watch.changed()
          const messages = frame.messages.filter(({ type }) => !isSimulatedMessage(type, simulated))
          if (messages.length === 0 && frame.messages.length > 0) return
          epoch = frame.epoch
          boot = bootOf(frame.boot)
          tell({ ...frame, boot, messages })
        } else page.send(data)
      },
      closed: end,
    })

  const simulator = new Upstream(
    new URL(CHANNEL_PATH, part.simulator.url.replace(/^http/, 'ws')),
    { headers: {} },
    {
      message(data) {
        const frame = frameIn(data)
        if (frame?.type === 'loginReply') {
          logins.simulated = frame
          signIn()
        } else if (frame?.type === 'batch') {
          const messages = frame.messages.filter(mayTell)
          if (messages.length === 0) return
          if (!platform) deps.watch.used()
          const mapped = part.toPage(messages)
          tell({ ...frame, ...(platform ? { epoch } : {}), boot, messages: mapped })
        } else if (frame?.type === 'reply') {
          tell(part.toPage(frame, calls.get(frame.requestId)))
          calls.delete(frame.requestId)
        } else if (frame?.type === 'subscribed' ? ours.has(frame.id) : !platform) tell(frame)
      },
      closed(code) {
        if (code === CLOSE.signInFirst) part.signedOut()
        end(CLOSE.comeBack, 'simulated part')
      },
    },
  )
  /** Of the account, only the platform speaks: it has the session. */
  const mayTell = ({ type }: ChannelMessage) =>
    (isSimulatedMessage(type, simulated) || (!platform && type !== 'account')) && mayHear(type)
  const mayHear = (type: string): boolean => {
    const call = callOfMessage(type)
    try {
      if (call !== undefined) deps.check(call)
      return true
    } catch {
      return false
    }
  }

  const take = (said: string | Buffer): void => {
    const frame = clientFrameIn(said)
    if (!frame) return void (platform ? platform.send(said) : end(CLOSE.badFrame, 'not a frame'))
    if (frame.type !== 'ping') deps.watch.used()
    try {
      hear(frame)
    } catch (error) {
      const asked = frame.type === 'request' ? frame.language : undefined
      const isRefusal = error instanceof PlatformError
      const code = isRefusal ? error.code : CODES.failed
      const msg = (isRefusal ? error.inLanguage(asked ?? deps.language) : (error as Error)).message
      if (frame.type === 'request') tell({ type: 'reply', requestId: frame.requestId, code, msg, data: null })
      else if (frame.type === 'subscribe') tell({ type: 'subscribed', id: frame.id, code, msg })
    }
  }
  page.on('close', (code) => {
    platform?.close(code)
    simulator.close()
  })

  function hear(frame: ClientFrame): void {
    if (frame.type === 'login') login(frame)
    else if (frame.type === 'subscribe') subscribe(frame)
    else if (frame.type === 'request' && simulated.has(frame.call)) {
      deps.check(frame.call)
      simulator.send(
        JSON.stringify({ ...frame, body: part.counterparts.toSimulated(frame.body, frame.call) }),
      )
      calls.set(frame.requestId, frame.call)
    } else if (frame.type === 'unsubscribe') {
      simulator.send(JSON.stringify(frame))
      platform?.send(JSON.stringify(frame))
    } else if (platform) platform.send(JSON.stringify(frame))
    else if (frame.type === 'ping') simulator.send(JSON.stringify(frame))
    else
      tell({
        type: 'reply',
        requestId: frame.requestId,
        code: CODES.notFound,
        msg: `${frame.call} is the platform's: use HTTP.`,
        data: null,
      })
  }

  function login(frame: LoginFrame): void {
    const { alarmCursor, alarmGaps, ...rest } = frame
    const cursors = {
      ...(alarmCursor === undefined ? {} : { alarmCursor }),
      ...(alarmGaps === undefined ? {} : { alarmGaps }),
    }
    const { loginName } = part.simulator.signIn
    const own = { type: 'login', projectName: 'backlot', loginName, sessionId: admin.sessionId }
    const resumes = deps.isSame(frame.sessionId)
    const isOurs = !platform || isSimulatedMessage('alarm', simulated)
    simulator.send(JSON.stringify({ ...own, ...(isOurs && resumes ? cursors : {}) }))
    platform?.send(JSON.stringify({ ...rest, ...(!isOurs && resumes ? cursors : {}) }))
  }

  function subscribe(frame: Extract<ClientFrame, { type: 'subscribe' }>): void {
    const topics = platform
      ? splitTopics(frame.topics, simulated)
      : { simulated: frame.topics, platform: [] as Topic[] }
    if (topics.platform.length > 0) platform?.send(JSON.stringify({ ...frame, topics: topics.platform }))
    else ours.add(frame.id)
    if (topics.simulated.length === 0) return
    const scope = part.counterparts.toSimulated(known(frame.scope))
    simulator.send(JSON.stringify({ ...frame, topics: topics.simulated, scope }))
  }

  /** Without devices and groups for which there is nothing: like those that a user may not see, they say nothing. */
  function known(scope: Scope): Scope {
    if (scope.kind === 'subtree' && scope.groupId > 0 && !part.counterparts.hasGroup(scope.groupId))
      return { kind: 'devices', sns: [] }
    if (scope.kind !== 'devices') return scope
    return { ...scope, sns: scope.sns.filter((sn) => part.counterparts.hasDevice(sn)) }
  }

  login(first)
  frames(take)
}

/**
 * Accepts a page's socket and waits for its login; the socket is closed when it begins with anything else. The frames that
 * follow are held.
 */
export async function acceptChannel(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<AcceptedPage | undefined> {
  const page = await acceptSocket(request, socket, head)
  page.on('error', () => page.terminate())
  const begun = await new Promise<{ said: string | Buffer; frames: PageFrames } | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), LOGIN_WITHIN_MS)
    page.once('message', (data, isBinary) => {
      clearTimeout(timer)
      resolve({ said: frameOf(data, isBinary), frames: holdFrames(page) })
    })
    page.once('close', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
  const first = begun && clientFrameIn(begun.said)
  if (first?.type === 'login') return { page, first, frames: begun!.frames }
  closeSocket(page, CLOSE.signInFirst)
  page.resume()
  return undefined
}

function frameIn(data: string | Buffer): ServerFrame | undefined {
  return jsonIn(data) as ServerFrame | undefined
}

function clientFrameIn(data: string | Buffer): ClientFrame | undefined {
  return jsonIn(data) as ClientFrame | undefined
}

function jsonIn(data: string | Buffer): { type: string } | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const frame: unknown = JSON.parse(data)
    return typeof frame === 'object' && frame !== null && 'type' in frame
      ? (frame as { type: string })
      : undefined
  } catch {
    return undefined
  }
}
