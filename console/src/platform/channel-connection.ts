import type { BodyIn, Call, DataOut } from '@backlot/contract/call'
import type {
  ChannelMessage,
  ChannelMessageType,
  ClientFrame,
  Scope,
  ServerFrame,
  Topic,
} from '@backlot/contract/channel/frames'
import { CLOSE } from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import { createBackoff } from './backoff.ts'
import { readServerFrame } from './channel-frames.ts'
import { noteProblem } from './diagnostics.ts'
import { CLIENT_CODES, PlatformReplyError } from './platform-reply-error.ts'
import { readTolerantly } from './read-rows.ts'

export type ChannelState = 'connecting' | 'open' | 'closed'
export type ChannelCredentials = { projectName: string; loginName: string; sessionId: string }
export type Subscription = {
  id?: string
  topics: Topic[]
  scope: Scope
  /**
   * Whether the present state comes first; by default it does. `afterCut`: whoever subscribes asks for it himself, so
   * it comes only where changes may have been missed: on a connection that was not open then.
   */
  snapshot?: boolean | 'afterCut'
}

/** Everything a listener can ask for: the platform's messages, and `resync` when all that is held is stale. */
export type ChannelEvents = { [T in ChannelMessageType]: Extract<ChannelMessage, { type: T }> } & {
  resync: { type: 'resync'; reason: 'boot' | 'epoch' }
}
export type ChannelListener<T extends keyof ChannelEvents> = (message: ChannelEvents[T]) => void

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

/** What the connection needs from its surroundings; tests bring their own. */
export type ChannelEdge = {
  openSocket(): WebSocket
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
  hostNow(): number
  /** The channel refused the sign-in. */
  onRefused(closeCode: number): void
  onClock(clock: NonNullable<Extract<ServerFrame, { type: 'loginReply' }>['clock']>): void
}

const BACKOFF_FIRST_MS = 1000
const BACKOFF_CAP_MS = 15_000
/** A ping every so often keeps proxies from cutting an idle socket; two unanswered ones cut it ourselves. */
const PING_MS = 15_000
const SILENCE_MS = 35_000
const REQUEST_TIMEOUT_MS = 15_000

type Pending = { resolve(frame: ReplyFrame): void; reject(error: Error): void; timer: unknown }
type ReplyFrame = Extract<ServerFrame, { type: 'reply' }>

/**
 * The real-time channel: signs in, keeps its subscriptions over reconnects, resumes alarms by cursor, hands each message
 * to the listeners of its type. Reconnects by itself after 1 to 15 s until `close`, or until the platform refuses.
 */
export function createChannel(edge: ChannelEdge) {
  const listeners = new Map<string, Set<(message: never) => void>>()
  const stateListeners = new Set<(state: ChannelState) => void>()
  const subscriptions = new Map<string, Subscription>()
  const pending = new Map<string, Pending>()
  const backoff = createBackoff(BACKOFF_FIRST_MS, BACKOFF_CAP_MS)
  const facts: ChannelFacts = {
    state: 'closed',
    boot: undefined,
    epoch: undefined,
    alarmCursor: undefined,
    framesReceived: 0,
    reconnects: 0,
    lastCloseCode: undefined,
  }
  let credentials: ChannelCredentials | undefined
  let socket: WebSocket | undefined
  let reconnectTimer: unknown
  let pingTimer: unknown
  let lastHeardAt = 0
  let sequence = 0

  function setState(state: ChannelState): void {
    if (facts.state === state) return
    facts.state = state
    for (const listener of stateListeners) listener(state)
  }

  function send(frame: ClientFrame): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(frame))
  }

  function emit<T extends keyof ChannelEvents>(message: ChannelEvents[T] & { type: T }): void {
    for (const listener of listeners.get(message.type) ?? []) (listener as ChannelListener<T>)(message)
  }

  function open(): void {
    edge.clearTimer(reconnectTimer)
    if (!credentials) return
    setState('connecting')
    const mine = edge.openSocket()
    socket = mine
    mine.onopen = () => {
      lastHeardAt = edge.hostNow()
      if (credentials) send({ type: 'login', ...credentials, alarmCursor: facts.alarmCursor })
    }
    mine.onmessage = (event: MessageEvent) => {
      if (socket !== mine) return
      lastHeardAt = edge.hostNow()
      const frame = readServerFrame(String(event.data))
      if (frame) receive(frame)
    }
    mine.onclose = (event: CloseEvent) => {
      if (socket !== mine) return
      lost(event.code)
    }
  }

  function lost(closeCode: number): void {
    socket = undefined
    facts.lastCloseCode = closeCode
    edge.clearTimer(pingTimer)
    failPending()
    setState('closed')
    const refused = closeCode === CLOSE.signInFirst || closeCode === CLOSE.notPermitted
    if (refused) edge.onRefused(closeCode)
    if (refused || closeCode === CLOSE.kicked || !credentials) return
    facts.reconnects += 1
    reconnectTimer = edge.setTimer(open, backoff.next())
  }

  function failPending(): void {
    for (const [id, waiting] of pending) {
      edge.clearTimer(waiting.timer)
      waiting.reject(channelDown(id))
    }
    pending.clear()
  }

  function receive(frame: ServerFrame): void {
    facts.framesReceived += 1
    if (frame.type === 'loginReply') signedIn(frame)
    else if (frame.type === 'batch') {
      checkStale(frame.boot, frame.epoch)
      for (const message of frame.messages) receiveMessage(message)
    } else if (frame.type === 'reply') {
      const waiting = pending.get(frame.requestId)
      pending.delete(frame.requestId)
      if (waiting) {
        edge.clearTimer(waiting.timer)
        waiting.resolve(frame)
      }
    } else if (frame.type === 'subscribed' && frame.code !== CODES.ok) {
      noteProblem('channel', `${frame.id}: ${frame.msg}`)
    }
  }

  function signedIn(frame: Extract<ServerFrame, { type: 'loginReply' }>): void {
    if (frame.code !== CODES.ok) {
      credentials = undefined
      socket?.close()
      edge.onRefused(CLOSE.signInFirst)
      return
    }
    backoff.reset()
    if (frame.clock) edge.onClock(frame.clock)
    facts.alarmCursor ??= frame.alarmCursor
    setState('open')
    for (const [id, wanted] of subscriptions) sendSubscription(id, wanted, true)
    keepAlive()
    checkStale(frame.boot ?? facts.boot, frame.clock?.epoch ?? facts.epoch)
  }

  /** A platform that started anew, or whose clock jumped, makes everything held stale. */
  function checkStale(boot: string | undefined, epoch: number | undefined): void {
    const newBoot = facts.boot !== undefined && boot !== facts.boot
    const newEpoch = facts.epoch !== undefined && epoch !== facts.epoch
    facts.boot = boot
    facts.epoch = epoch
    if (newBoot) emit({ type: 'resync', reason: 'boot' })
    else if (newEpoch) emit({ type: 'resync', reason: 'epoch' })
  }

  function receiveMessage(message: ChannelMessage): void {
    if (message.type === 'alarm') raiseCursor(message.cursor)
    if (message.type === 'alarmGap') raiseCursor(message.toCursor)
    if (message.type === 'clock') {
      edge.onClock(message.clock)
      checkStale(facts.boot, message.clock.epoch)
    }
    emit(message)
  }

  function raiseCursor(cursor: number): void {
    facts.alarmCursor = Math.max(facts.alarmCursor ?? 0, cursor)
  }

  function sendSubscription(id: string, wanted: Subscription, isLate: boolean): void {
    const { topics, scope, snapshot = true } = wanted
    send({ type: 'subscribe', id, topics, scope, snapshot: snapshot === 'afterCut' ? isLate : snapshot })
  }

  function keepAlive(): void {
    edge.clearTimer(pingTimer)
    pingTimer = edge.setTimer(() => {
      if (edge.hostNow() - lastHeardAt > SILENCE_MS) {
        const dead = socket
        lost(4000)
        dead?.close()
        return
      }
      send({ type: 'ping', at: edge.hostNow() })
      keepAlive()
    }, PING_MS)
  }

  return {
    /** Signs in and stays signed in. A second call with other credentials starts anew. */
    connect(next: ChannelCredentials): void {
      const same = credentials?.sessionId === next.sessionId && credentials.loginName === next.loginName
      if (same && facts.state !== 'closed') return
      this.close()
      credentials = next
      backoff.reset()
      open()
    },

    /** Signs out for good: no reconnecting, cursor and boot forgotten. Subscriptions stay for the next `connect`. */
    close(): void {
      credentials = undefined
      edge.clearTimer(reconnectTimer)
      edge.clearTimer(pingTimer)
      const mine = socket
      socket = undefined
      mine?.close()
      failPending()
      Object.assign(facts, { boot: undefined, epoch: undefined, alarmCursor: undefined })
      setState('closed')
    },

    /** Tries at once instead of waiting for the next attempt (network back, machine awake). */
    wake(): void {
      if (credentials && facts.state === 'closed') {
        backoff.reset()
        open()
      }
    },

    /** Asks for topics of a scope, now and after each reconnect. The same id replaces; the answer ends it. */
    subscribe(wanted: Subscription): () => void {
      sequence += 1
      const id = wanted.id ?? `s${sequence}`
      subscriptions.set(id, wanted)
      if (facts.state === 'open') sendSubscription(id, wanted, false)
      return () => {
        if (subscriptions.get(id) !== wanted) return
        subscriptions.delete(id)
        if (facts.state === 'open') send({ type: 'unsubscribe', id })
      }
    },

    /** Hears messages of a type. */
    on<T extends keyof ChannelEvents>(type: T, listener: ChannelListener<T>): () => void {
      const heard = listeners.get(type) ?? new Set()
      listeners.set(type, heard)
      heard.add(listener as (message: never) => void)
      return () => heard.delete(listener as (message: never) => void)
    },

    /** Hears the state, first the present one. */
    onState(listener: (state: ChannelState) => void): () => void {
      stateListeners.add(listener)
      listener(facts.state)
      return () => stateListeners.delete(listener)
    },

    state: (): ChannelState => facts.state,
    facts: (): Readonly<ChannelFacts> => ({ ...facts }),

    /** Makes a call over the channel; rejects with PlatformReplyError as the HTTP client does. */
    async request<C extends Call>(call: C, body: BodyIn<C>): Promise<DataOut<C>> {
      sequence += 1
      const requestId = `r${sequence}`
      if (facts.state !== 'open') throw channelDown(call.name)
      const frame = await new Promise<ReplyFrame>((resolve, reject) => {
        const timer = edge.setTimer(() => {
          pending.delete(requestId)
          reject(channelDown(call.name))
        }, REQUEST_TIMEOUT_MS)
        pending.set(requestId, { resolve, reject, timer })
        send({ type: 'request', requestId, call: call.name as ChannelCallName, body })
      })
      if (frame.code !== CODES.ok) {
        throw new PlatformReplyError({
          code: frame.code,
          msg: frame.msg,
          httpStatus: 200,
          callName: call.name,
        })
      }
      return readTolerantly(call.data, frame.data ?? {}, call.name) as DataOut<C>
    },
  }
}

type ChannelCallName = Extract<ClientFrame, { type: 'request' }>['call']

function channelDown(callName: string): PlatformReplyError {
  return new PlatformReplyError({ code: CLIENT_CODES.channelDown, msg: 'channel', httpStatus: 0, callName })
}
