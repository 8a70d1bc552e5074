import { platformFrame, SIGNED_IN_UNANSWERED } from '@backlot/contract/adapters/channel-frames'
import { type PlatformAdapter, STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import type { BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'
import type {
  ChannelCallName,
  ChannelMessage,
  ClientFrame,
  Scope,
  ServerFrame,
  Topic,
} from '@backlot/contract/channel/frames'
import { CLOSE } from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import type { PlatformTrouble } from '@backlot/contract/troubles'
import { createBackoff } from './backoff.ts'
import { readServerFrame } from './channel-frames.ts'
import { noteProblem } from './diagnostics.ts'
import { Listeners, Watched } from './listeners.ts'
import { CLIENT_CODES, PlatformReplyError } from './platform-reply-error.ts'
import { readTolerantly } from './read-rows.ts'
import { ReconnectingSocket, type SocketEnvironment } from './reconnecting-socket.ts'
import { ResumePoint } from './resume-point.ts'

export type ChannelState = 'connecting' | 'open' | 'closed'
type ChannelCredentials = { projectName: string; loginName: string; sessionId: string }
export type Subscription = {
  id?: string
  topics: Topic[]
  scope: Scope
  /**
   * Whether the present state comes first; by default it does. `afterCut`: the subscriber loads it itself, so it only
   * comes where changes may have been missed: on a connection that was not open then.
   */
  snapshot?: boolean | 'afterCut'
}

/** Everything a listener can subscribe to: the platform's messages, and `resync` when all that is held is stale. */
type ChannelEvent = ChannelMessage | { type: 'resync'; reason: 'boot' | 'epoch' }
export type ChannelEvents = { [T in ChannelEvent['type']]: Extract<ChannelEvent, { type: T }> }
type ChannelListener<T extends ChannelEvent['type']> = (message: Extract<ChannelEvent, { type: T }>) => void

/** Facts for the diagnostics drawer. */
export type ChannelFacts = {
  state: ChannelState
  boot: string | undefined
  epoch: number | undefined
  alarmCursor: number | undefined
  framesReceived: number
  reconnects: number
  lastCloseCode: number | undefined
}

/** Surroundings that the connection needs; tests pass their own. */
type ChannelEnvironment = Omit<SocketEnvironment, 'openSocket'> & {
  /** Some platforms want to know in the address who comes. */
  openSocket(who: ChannelCredentials | undefined): WebSocket
  /** Differences of the platform; none by default. */
  adapter?(): PlatformAdapter
  /** The channel refused the sign-in. */
  onRefused(closeCode: number): void
  onClock(clock: NonNullable<Extract<ServerFrame, { type: 'loginReply' }>['clock']>): void
  /** Time of the platform's machine, epoch milliseconds. */
  onMachineTime?(atMs: number): void
}

const BACKOFF_FIRST_MS = 1000
const BACKOFF_CAP_MS = 15_000
/** Answers over HTTP make no more attempts than this while the channel alone is closed. */
const ANSWERED_APART_MS = 1000
const REQUEST_TIMEOUT_MS = 15_000
/** Shortest interval of renewing disturbed connections. */
const RENEW_AFTER_MS = 10_000

type Pending = { resolve(frame: ReplyFrame): void; reject(error: Error): void; timer: unknown }
type ReplyFrame = Extract<ServerFrame, { type: 'reply' }>

/**
 * The real-time channel: signs in, keeps its subscriptions over reconnects, resumes alarms by cursor, hands each message
 * to the listeners of its type. Reconnects by itself after 1 to 15 s until `close`, or until the platform refuses.
 */
export function createChannel(environment: ChannelEnvironment) {
  const listeners = new Listeners<ChannelEvent>()
  const state = new Watched<ChannelState>('closed')
  /** A message could not be read: its content is missed. */
  const disturbed = new Watched(false)
  /** While the connection is lost: when the last frame arrived, host time of the environment, milliseconds. */
  const lost = new Watched<number | undefined>(undefined)
  /** Whether the platform has answered a sign-in since `connect`. */
  let wasOpen = false
  /** Calls that the platform takes over the channel. */
  let offered: ReadonlySet<string> = new Set()
  /** Problems that the platform reports of itself. */
  const troubles = new Watched<readonly PlatformTrouble[]>([])
  let renewedAt = Number.NEGATIVE_INFINITY
  let openedAt = Number.NEGATIVE_INFINITY
  const subscriptions = new Map<string, Subscription>()
  const pending = new Map<string, Pending>()
  const backoff = createBackoff(BACKOFF_FIRST_MS, BACKOFF_CAP_MS)
  const resumePoint = new ResumePoint()
  const facts: Omit<ChannelFacts, 'state' | 'alarmCursor'> = {
    boot: undefined,
    epoch: undefined,
    framesReceived: 0,
    reconnects: 0,
    lastCloseCode: undefined,
  }
  let credentials: ChannelCredentials | undefined
  let sequence = 0

  const adapter = environment.adapter ?? (() => STANDARD_ADAPTER)
  const sockets: SocketEnvironment = { ...environment, openSocket: () => environment.openSocket(credentials) }

  const link = new ReconnectingSocket(sockets, {
    opening() {
      openedAt = environment.now()
      state.set('connecting')
    },
    opened() {
      if (credentials) send({ type: 'login', ...credentials, ...resumePoint.loginFields })
      if (!adapter().channel.signInAnswered) signedIn(SIGNED_IN_UNANSWERED)
    },
    heard(data) {
      const frame = readServerFrame(adapter(), String(data))
      if (frame === 'garbage') disturbed.set(speaksOurs())
      else if (frame && disturbed.value && frame.type !== 'loginReply' && mayRenew()) renew()
      else if (frame) receive(frame)
    },
    lost(closeCode) {
      facts.lastCloseCode = closeCode
      disturbed.set(false)
      failPending()
      state.set('closed')
      const refused = closeCode === CLOSE.signInFirst || closeCode === CLOSE.notPermitted
      if (refused) environment.onRefused(closeCode)
      if (refused || closeCode === CLOSE.kicked || !credentials) return undefined
      // The platform holds the next attempt until it is ready; should that fail, the line is lost.
      const isRestored = closeCode === CLOSE.restored
      if (wasOpen && !isRestored) lost.set(lost.value ?? link.lastHeardAt)
      facts.reconnects += 1
      if (isRestored) return 0
      return backoff.next()
    },
    ping: (at) => platformFrame(adapter(), { type: 'ping', at }),
    quiet: (isQuiet) => lost.set(isQuiet ? link.lastHeardAt : undefined),
  })

  /** Does not send frames that the platform does not take. */
  function send(frame: ClientFrame): void {
    const said = platformFrame(adapter(), frame)
    if (said) link.send(said)
  }

  /** Other platforms may send things besides their frames (a word to keep the line awake): no disturbance. */
  const speaksOurs = () => adapter().channel.type === STANDARD_ADAPTER.channel.type
  const mayRenew = () => pending.size === 0 && environment.now() - renewedAt >= RENEW_AFTER_MS

  /** Signs in again: alarms go on from their cursor, subscriptions bring the present state. */
  function renew(): void {
    renewedAt = environment.now()
    link.close()
    facts.reconnects += 1
    link.open()
  }

  function failPending(): void {
    for (const [id, waiting] of pending) {
      environment.clearTimer(waiting.timer)
      waiting.reject(channelDown(id))
    }
    pending.clear()
  }

  function receive(frame: ServerFrame): void {
    facts.framesReceived += 1
    if (frame.type === 'loginReply') signedIn(frame)
    else if (frame.type === 'batch') {
      environment.onMachineTime?.(frame.at)
      checkStale(frame.boot, frame.epoch)
      for (const message of frame.messages) receiveMessage(message)
    } else if (frame.type === 'reply') {
      const waiting = pending.get(frame.requestId)
      pending.delete(frame.requestId)
      if (waiting) {
        environment.clearTimer(waiting.timer)
        waiting.resolve(frame)
      }
    } else if (frame.type === 'subscribed' && frame.code !== CODES.ok) {
      noteProblem('channel', `${frame.id}: ${frame.msg}`)
    }
  }

  function signedIn(frame: Extract<ServerFrame, { type: 'loginReply' }>): void {
    if (frame.code !== CODES.ok) {
      credentials = undefined
      link.close()
      state.set('closed')
      environment.onRefused(CLOSE.signInFirst)
      return
    }
    backoff.reset()
    disturbed.set(false)
    if (frame.clock) environment.onClock(frame.clock)
    troubles.set(frame.troubles ?? [])
    offered = new Set(frame.requests ?? adapter().channel.requests)
    resumePoint.signedIn(frame.alarmCursor)
    wasOpen = true
    lost.set(undefined)
    state.set('open')
    for (const [id, wanted] of subscriptions) sendSubscription(id, wanted, true)
    link.keepAlive()
    checkStale(frame.boot ?? facts.boot, frame.clock?.epoch ?? facts.epoch)
  }

  /**
   * A restarted platform, or one whose clock jumped, makes everything held stale. One that was set back is both: what is
   * held may never have been.
   */
  function checkStale(boot: string | undefined, epoch: number | undefined): void {
    const newBoot = facts.boot !== undefined && boot !== facts.boot
    const newEpoch = facts.epoch !== undefined && epoch !== facts.epoch
    facts.boot = boot
    facts.epoch = epoch
    const isRestored = facts.lastCloseCode === CLOSE.restored
    if (newBoot && !isRestored) listeners.tell({ type: 'resync', reason: 'boot' })
    else if (newEpoch) listeners.tell({ type: 'resync', reason: 'epoch' })
  }

  function receiveMessage(message: ChannelMessage): void {
    if (message.type === 'clock') {
      environment.onClock(message.clock)
      checkStale(facts.boot, message.clock.epoch)
    }
    if (message.type === 'troubles') troubles.set(message.list)
    if (resumePoint.take(message)) listeners.tell(message)
  }

  function sendSubscription(id: string, wanted: Subscription, isLate: boolean): void {
    const { topics, scope, snapshot = true } = wanted
    send({ type: 'subscribe', id, topics, scope, snapshot: snapshot === 'afterCut' ? isLate : snapshot })
  }

  return {
    /** Signs in and stays signed in. A second call with other credentials starts again. */
    connect(next: ChannelCredentials): void {
      const same = credentials?.sessionId === next.sessionId && credentials.loginName === next.loginName
      if (same && state.value !== 'closed') return
      this.close()
      credentials = next
      backoff.reset()
      link.open()
    },

    /** Signs out permanently: no reconnecting, cursor and boot discarded. Subscriptions stay for the next `connect`. */
    close(): void {
      credentials = undefined
      wasOpen = false
      lost.set(undefined)
      link.close()
      failPending()
      troubles.set([])
      Object.assign(facts, { boot: undefined, epoch: undefined })
      resumePoint.forget()
      state.set('closed')
    },

    /** Tries at once instead of waiting for the next attempt (machine awake, page looked at again). */
    wake(): void {
      if (credentials && state.value === 'closed') {
        backoff.reset()
        link.open()
      }
    },

    /** The platform answered a call over HTTP: a channel that is lost does not wait for its next attempt. */
    answered(): void {
      const isWaiting = credentials && state.value === 'closed' && lost.value !== undefined
      if (isWaiting && environment.now() - openedAt >= ANSWERED_APART_MS) link.open()
    },

    /** The browser reports that the network is gone: the connection counts as lost until a frame arrives. */
    networkGone(): void {
      if (state.value === 'open') link.suspect()
    },

    /** The browser reports that the network is back: a silent socket or an attempt that hangs is replaced at once. */
    networkBack(): void {
      if (!credentials || (state.value === 'open' && lost.value === undefined)) return
      backoff.reset()
      failPending()
      link.close()
      link.open()
    },

    /**
     * Subscribes to topics of a scope, now and after each reconnect. The same id replaces; the returned function ends
     * it.
     */
    subscribe(wanted: Subscription): () => void {
      sequence += 1
      const id = wanted.id ?? `s${sequence}`
      subscriptions.set(id, wanted)
      if (state.value === 'open') sendSubscription(id, wanted, false)
      return () => {
        if (subscriptions.get(id) !== wanted) return
        subscriptions.delete(id)
        if (state.value === 'open') send({ type: 'unsubscribe', id })
      }
    },

    /** Hears messages of a type. */
    on: <T extends ChannelEvent['type']>(type: T, listener: ChannelListener<T>) =>
      listeners.on(type, listener),

    /** Hears the state, first the present one. */
    onState: (listener: (state: ChannelState) => void) => state.watch(listener),

    /** Calls back with problems of the platform itself, first the present state. */
    onTroubles: (listener: (list: readonly PlatformTrouble[]) => void) => troubles.watch(listener),

    /** Calls back when messages become unreadable or readable, first the present state. */
    onDisturbed: (listener: (isDisturbed: boolean) => void) => disturbed.watch(listener),

    /**
     * Calls back when the connection is lost, and with undefined when it is back; first with the present value. The
     * value is when the last frame arrived, host time of the environment, milliseconds. Before the first sign-in nothing is lost.
     */
    onLost: (listener: (heardAt: number | undefined) => void) => lost.watch(listener),
    lost: (): number | undefined => lost.value,

    state: (): ChannelState => state.value,
    facts: (): Readonly<ChannelFacts> => ({ ...facts, alarmCursor: resumePoint.cursor, state: state.value }),

    /** Whether a call can be made over the channel now: the platform takes it there, and the line is up. */
    offers: (callName: string): boolean =>
      state.value === 'open' &&
      lost.value === undefined &&
      offered.has(callName) &&
      !adapter().channel.lacks.includes('request') &&
      adapter().calls[callName] === undefined,

    /** Makes a call over the channel and answers as `requestReply` does; rejects with PlatformReplyError as it does. */
    async request<C extends Call>(
      call: C,
      body: BodyIn<C> | QueryIn<C>,
      language?: 'zh' | 'en',
    ): Promise<{ data: DataOut<C>; msg: string }> {
      sequence += 1
      const requestId = `r${sequence}`
      if (state.value !== 'open') throw channelDown(call.name)
      const frame = await new Promise<ReplyFrame>((resolve, reject) => {
        const timer = environment.setTimer(() => {
          pending.delete(requestId)
          reject(channelDown(call.name))
        }, REQUEST_TIMEOUT_MS)
        pending.set(requestId, { resolve, reject, timer })
        const asked = { type: 'request' as const, requestId, call: call.name as ChannelCallName, body }
        send(language ? { ...asked, language } : asked)
      })
      if (frame.code !== CODES.ok) {
        throw new PlatformReplyError({
          code: frame.code,
          msg: frame.msg,
          httpStatus: 200,
          callName: call.name,
        })
      }
      return { data: readTolerantly(call.data, frame.data ?? {}, call.name) as DataOut<C>, msg: frame.msg }
    },
  }
}

function channelDown(callName: string): PlatformReplyError {
  return new PlatformReplyError({ code: CLIENT_CODES.channelDown, msg: 'channel', httpStatus: 0, callName })
}
