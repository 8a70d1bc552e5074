import { CODES } from '@backlot/contract/codes'
import {
  TALK_CLOSE,
  TALK_RETRY_MS,
  type TalkClientFrame,
  TalkServerFrame,
  type TalkService,
} from '@backlot/contract/talk/frames'
import { noteDroppedRows } from './diagnostics.ts'

/** off: not wanted. connecting: signing in, or waiting to try again. ready: signed in. refused: may not. */
export type TalkEngineState = 'off' | 'connecting' | 'ready' | 'refused'
export type TalkCredentials = {
  projectName: string
  loginName: string
  sessionId: string
  lang: 'zh' | 'en'
}
export type TalkMessage<T extends TalkServerFrame['type']> = Extract<TalkServerFrame, { type: T }>

/** What an engine needs from its surroundings; tests bring their own. */
export type TalkEngineEdge = {
  openSocket(): WebSocket
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
  now(): number
}

/** No attempt to sign in again makes sense after these. */
const FINAL_CLOSES: readonly number[] = [TALK_CLOSE.signInFirst, TALK_CLOSE.notPermitted, TALK_CLOSE.kicked]
const PING_MS = 15_000
const SILENCE_MS = 35_000
/** Sound that waits in the browser for longer than that (a second of PCM) is too old to be sent. */
const SOUND_WAITS_BYTES = 16_000

/**
 * The engine of one talk service: signs in, signs in again after the stated time, hands messages to the listeners of
 * their type and sound to those of sound. Nothing is sent twice: calls end with their socket.
 */
export function createTalkEngine(service: TalkService, edge: TalkEngineEdge) {
  const listeners = new Map<string, Set<(message: never) => void>>()
  const soundListeners = new Set<(bytes: Uint8Array) => void>()
  const stateListeners = new Set<(state: TalkEngineState) => void>()
  let state: TalkEngineState = 'off'
  let credentials: TalkCredentials | undefined
  let socket: WebSocket | undefined
  let timer: unknown
  let pingTimer: unknown
  let lastHeardAt = 0

  function setState(next: TalkEngineState): void {
    if (state === next) return
    state = next
    for (const listener of stateListeners) listener(next)
  }

  function open(): void {
    if (!credentials) return
    setState('connecting')
    const mine = edge.openSocket()
    mine.binaryType = 'arraybuffer'
    socket = mine
    mine.onopen = () => {
      lastHeardAt = edge.now()
      if (credentials) send({ type: 'talkLogin', service, codec: 'pcm', ...credentials })
    }
    mine.onmessage = (event: MessageEvent) => {
      if (socket !== mine) return
      lastHeardAt = edge.now()
      if (event.data instanceof ArrayBuffer) {
        const bytes = new Uint8Array(event.data)
        for (const listener of soundListeners) listener(bytes)
      } else receive(String(event.data))
    }
    mine.onclose = (event: CloseEvent) => {
      if (socket === mine) lost(event.code)
    }
  }

  function lost(code: number): void {
    const wasIn = state === 'ready'
    socket = undefined
    edge.clearTimer(pingTimer)
    if (FINAL_CLOSES.includes(code)) {
      credentials = undefined
      setState('refused')
      return
    }
    setState(credentials ? 'connecting' : 'off')
    const { failed, loggedOut } = TALK_RETRY_MS[service]
    if (credentials) timer = edge.setTimer(open, wasIn ? loggedOut : failed)
  }

  function receive(text: string): void {
    const message = readFrame(text)
    if (!message) return
    if (message.type === 'talkLoginReply') {
      // A refusal is followed by the close, whose code says whether to try again.
      if (message.code !== CODES.ok) return
      setState('ready')
      keepAlive()
      return
    }
    for (const listener of listeners.get(message.type) ?? [])
      (listener as (one: TalkServerFrame) => void)(message)
  }

  function keepAlive(): void {
    edge.clearTimer(pingTimer)
    pingTimer = edge.setTimer(() => {
      const dead = socket
      if (edge.now() - lastHeardAt > SILENCE_MS) {
        lost(4000)
        dead?.close()
        return
      }
      send({ type: 'ping', at: edge.now() })
      keepAlive()
    }, PING_MS)
  }

  function send(frame: TalkClientFrame): boolean {
    if (socket?.readyState !== 1) return false
    socket.send(JSON.stringify(frame))
    return true
  }

  return {
    service,
    state: (): TalkEngineState => state,

    /** Signs in and stays signed in. */
    connect(next: TalkCredentials): void {
      const same = credentials?.sessionId === next.sessionId && credentials.lang === next.lang
      if (same && state !== 'off') return
      this.close()
      credentials = next
      open()
    },

    /** Signs out for good. */
    close(): void {
      credentials = undefined
      edge.clearTimer(timer)
      edge.clearTimer(pingTimer)
      const mine = socket
      socket = undefined
      // A socket that is closed while it opens is an error to the browser.
      if (mine?.readyState === 0) mine.onopen = () => mine.close()
      else mine?.close()
      setState('off')
    },

    /** Answers whether the frame went out. */
    send: (frame: TalkClientFrame): boolean => state === 'ready' && send(frame),

    /** Sends a frame of sound; false when there is no link or too much waits for it. */
    sound(bytes: Uint8Array<ArrayBuffer>): boolean {
      if (state !== 'ready' || socket?.readyState !== 1 || socket.bufferedAmount > SOUND_WAITS_BYTES)
        return false
      socket.send(bytes)
      return true
    },

    on<T extends TalkServerFrame['type']>(type: T, listener: (message: TalkMessage<T>) => void): () => void {
      const heard = listeners.get(type) ?? new Set()
      listeners.set(type, heard)
      heard.add(listener as (message: never) => void)
      return () => heard.delete(listener as (message: never) => void)
    },

    onSound(listener: (bytes: Uint8Array) => void): () => void {
      soundListeners.add(listener)
      return () => soundListeners.delete(listener)
    },

    /** Hears the state, first the present one. */
    onState(listener: (state: TalkEngineState) => void): () => void {
      stateListeners.add(listener)
      listener(state)
      return () => stateListeners.delete(listener)
    },
  }
}
export type TalkEngine = ReturnType<typeof createTalkEngine>

/** A frame of the platform; undefined for an unreadable one, which is counted. */
function readFrame(text: string): TalkServerFrame | undefined {
  try {
    const read = TalkServerFrame.safeParse(JSON.parse(text))
    if (read.success) return read.data
    noteDroppedRows('talk', 1, read.error.issues[0]?.message ?? 'unreadable')
  } catch (error) {
    noteDroppedRows('talk', 1, String(error))
  }
  return undefined
}
