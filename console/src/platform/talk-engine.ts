import { CODES } from '@backlot/contract/codes'
import {
  TALK_CLOSE,
  TALK_RETRY_MS,
  type TalkClientFrame,
  TalkServerFrame,
  type TalkService,
} from '@backlot/contract/talk/frames'
import { noteDroppedRows } from './diagnostics.ts'
import { Listeners, Watched } from './listeners.ts'
import { ReconnectingSocket, type SocketEnvironment } from './reconnecting-socket.ts'

/** off: not wanted. connecting: signing in, or waiting to try again. ready: signed in. refused: may not. */
export type TalkEngineState = 'off' | 'connecting' | 'ready' | 'refused'
type TalkCredentials = {
  projectName: string
  loginName: string
  sessionId: string
  lang: 'zh' | 'en'
}
export type TalkMessage<T extends TalkServerFrame['type']> = Extract<TalkServerFrame, { type: T }>

/** No attempt to sign in again makes sense after these. */
const FINAL_CLOSES: readonly number[] = [TALK_CLOSE.signInFirst, TALK_CLOSE.notPermitted, TALK_CLOSE.kicked]
/** Sound that waits in the browser for longer than that (a second of PCM) is too old to be sent. */
const SOUND_WAITS_BYTES = 16_000

/**
 * The engine of one talk service: signs in, signs in again after the stated time, hands messages to the listeners of
 * their type and sound to those of sound. Nothing is sent twice: calls end with their socket.
 */
export function createTalkEngine(service: TalkService, environment: SocketEnvironment) {
  const listeners = new Listeners<TalkServerFrame>()
  const soundListeners = new Set<(bytes: Uint8Array) => void>()
  const state = new Watched<TalkEngineState>('off')
  let credentials: TalkCredentials | undefined

  const link = new ReconnectingSocket(environment, {
    opening: () => state.set('connecting'),
    opened() {
      if (credentials) link.send({ type: 'talkLogin', service, codec: 'pcm', ...credentials })
    },
    heard(data) {
      if (data instanceof ArrayBuffer) {
        const bytes = new Uint8Array(data)
        for (const listener of soundListeners) listener(bytes)
      } else receive(String(data))
    },
    lost(closeCode) {
      const { failed, loggedOut } = TALK_RETRY_MS[service]
      const afterMs = state.value === 'ready' ? loggedOut : failed
      if (FINAL_CLOSES.includes(closeCode)) {
        credentials = undefined
        state.set('refused')
        return undefined
      }
      state.set('connecting')
      return credentials && afterMs
    },
  })

  function receive(text: string): void {
    const message = readFrame(text)
    if (!message) return
    if (message.type !== 'talkLoginReply') {
      listeners.tell(message)
      return
    }
    // A refusal is followed by the close, whose code decides whether to try again.
    if (message.code !== CODES.ok) return
    state.set('ready')
    link.keepAlive()
  }

  return {
    service,
    state: (): TalkEngineState => state.value,

    /** Signs in and stays signed in. */
    connect(next: TalkCredentials): void {
      const same = credentials?.sessionId === next.sessionId && credentials.lang === next.lang
      if (same && state.value !== 'off') return
      this.close()
      credentials = next
      link.open()
    },

    /** Signs out permanently. */
    close(): void {
      credentials = undefined
      link.close()
      state.set('off')
    },

    /** Answers whether the frame went out. */
    send: (frame: TalkClientFrame): boolean => state.value === 'ready' && link.send(frame),

    /** Sends a frame of sound; false when there is no link or too much waits for it. */
    sound: (bytes: Uint8Array<ArrayBuffer>): boolean =>
      state.value === 'ready' && link.waitingBytes <= SOUND_WAITS_BYTES && link.send(bytes),

    /** Hears frames of a type. */
    on: <T extends TalkServerFrame['type']>(type: T, listener: (message: TalkMessage<T>) => void) =>
      listeners.on(type, listener),

    onSound(listener: (bytes: Uint8Array) => void): () => void {
      soundListeners.add(listener)
      return () => soundListeners.delete(listener)
    },

    /** Hears the state, first the present one. */
    onState: (listener: (state: TalkEngineState) => void) => state.watch(listener),
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
