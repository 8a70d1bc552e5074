import { CODES } from '@backlot/contract/codes'
import type { Piece, RecordedSocket } from '../capture.ts'
import { withClocks } from '../clock-in-text.ts'
import {
  CHANNEL_METHOD,
  frameOf,
  isOwnEnvelope,
  type ScriptItem,
  type SocketScript,
  subscriptionKey,
  typeOf,
} from './channel-script.ts'
import type { RecordedCalls } from './recorded-calls.ts'
import { pace, type ReplyTools } from './recorded-reply.ts'
import { requestKey } from './request-key.ts'
import type { Visitor } from './visitor.ts'

/** Longest wait for a page whose subscriptions lag behind the recorded ones. */
const AWAIT_MS = 5000
/** A stream that the recorded viewer left is over for the next one (stated: stopped). */
const STREAM_STOPPED = 4410
const WAITING_MAX = 8_000_000
const GOING_AWAY = 1001

/** The platform's end of a socket that a page opened. */
export type ReplayedSocket = {
  isOpen(): boolean
  /** Bytes that wait to be sent. */
  waitingBytes(): number
  send(data: string | Uint8Array): void
  close(code: number): void
  /** Ends it without a handshake. */
  cut(): void
}

/** Reads bytes of a capture's bodies, piece by piece. */
export type PieceReader = { read(piece: Piece): Uint8Array | Promise<Uint8Array>; close(): void }

export type SocketTools = ReplyTools & {
  calls: RecordedCalls
  openBytes(file: string): PieceReader
  /** Answers a call over the channel that was not recorded. */
  missed(call: string, body: unknown): Promise<{ code: number; msg: string; data: unknown }>
  missedSubscription(what: string): void
  /** The recording has come to its end for this visitor. */
  over(visitor: Visitor): void
}

export type SocketReplay = {
  /** The page sent a message; undefined: bytes. */
  heard(text: string | undefined): void
  closed(): void
  /** Tells the page the clock of the replay, whose speed changed. */
  clockChanged(): void
}

/** Plays one recorded socket to a page. */
export function replaySocket(
  tools: SocketTools,
  recorded: RecordedSocket,
  script: SocketScript,
  socket: ReplayedSocket,
  visitor: Visitor,
): SocketReplay {
  const { capture, time } = tools
  const { adapter } = capture.manifest.config
  const seen = new Set<string>()
  const files = new Map<string, PieceReader>()
  let toldClock: Parameters<typeof time.told>[0] | undefined
  let hasBegun = false
  let stop = () => {}
  let arrived: (() => void) | undefined

  const release = visitor.holdSocket(() => socket.close(GOING_AWAY))
  if (!script.consoleBegins) begin()
  return { heard, closed, clockChanged }

  function heard(text: string | undefined): void {
    if (!hasBegun) begin()
    if (text !== undefined) hear(text)
  }

  function closed(): void {
    stop()
    arrived?.()
    release()
    for (const file of files.values()) file.close()
  }

  function clockChanged(): void {
    if (!toldClock || !isOwnEnvelope(adapter) || !socket.isOpen()) return
    socket.send(JSON.stringify({ type: 'clock', clock: time.told(toldClock, visitor) }))
  }

  function begin(): void {
    hasBegun = true
    playFrom(0, script.fromT)
  }

  /** Plays the items from one on; `fromT` is the recorded moment that is now. */
  function playFrom(from: number, fromT: number): void {
    const awaitAt = script.items.findIndex((item, at) => at >= from && 'await' in item)
    const items = script.items.slice(from, awaitAt < 0 ? undefined : awaitAt + 1)
    stop = pace<ScriptItem>(items, fromT, visitor, {
      send: play,
      over: () => {
        const awaited = items.at(-1)
        if (!awaited || !('await' in awaited)) return end(fromTOf(items, fromT))
        // The following messages keep their recorded distance to this one.
        void untilSubscribed(awaited.await).then(
          (isOpen) => isOpen && playFrom(from + items.length, awaited.t),
        )
      },
    })
  }

  async function play(item: ScriptItem): Promise<void> {
    if ('say' in item) socket.send(lined(item.say))
    else if ('bytes' in item) {
      if (socket.waitingBytes() > WAITING_MAX) return socket.cut()
      const bytes = await bytesOf(item.bytes.file).read(item.bytes)
      if (socket.isOpen()) socket.send(bytes)
    }
  }

  /** Waits for the page to subscribe, or no longer; answers whether the socket is still there. */
  async function untilSubscribed(key: string): Promise<boolean> {
    if (!seen.has(key)) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, AWAIT_MS)
        arrived = () => {
          if (!seen.has(key) && socket.isOpen()) return
          clearTimeout(timer)
          resolve()
        }
      })
      arrived = undefined
    }
    return socket.isOpen()
  }

  /** The end of the script: the socket ends as it did, and the channel with the recording. `lastT`: moment of its last item. */
  function end(lastT: number): void {
    const { close } = recorded
    const byPlatform = close?.by === 'platform' ? close : undefined
    const endT = script.consoleBegins ? (byPlatform?.t ?? capture.lengthMs) : (close?.t ?? script.fromT)
    stop = visitor.clock.when(visitor.t() + Math.max(0, endT - lastT), () => {
      if (byPlatform) socket.close(sendable(byPlatform.code))
      else if (script.consoleBegins) tools.over(visitor)
      else socket.close(STREAM_STOPPED)
    })
  }

  function hear(text: string): void {
    const frame = frameOf(text)
    const type = typeOf(adapter, frame)
    if (type === 'ping') socket.send(script.pong ?? JSON.stringify({ type: 'pong', at: frame.at }))
    else if (type === 'subscribe') subscribe(frame)
    else if (type === 'request' && isOwnEnvelope(adapter)) void call(frame)
  }

  function subscribe(frame: ReturnType<typeof frameOf>): void {
    const key = subscriptionKey(frame)
    const answer = script.subscribed.get(key)
    if (answer !== undefined) socket.send(answer)
    else tools.missedSubscription(key)
    if (answer === undefined && isOwnEnvelope(adapter)) {
      const msg = 'This subscription was not recorded.'
      socket.send(JSON.stringify({ type: 'subscribed', id: frame.id, code: CODES.notFound, msg }))
    }
    seen.add(key)
    arrived?.()
  }

  async function call({ requestId, call: name, body }: ReturnType<typeof frameOf>): Promise<void> {
    const parts = { method: CHANNEL_METHOD, path: `/${String(name)}`, body: JSON.stringify(body ?? null) }
    const found = tools.calls.find(requestKey(parts), visitor)
    const recordedText = found?.body && 'text' in found.body ? found.body.text : undefined
    const reply =
      recordedText === undefined
        ? { type: 'reply', ...(await tools.missed(String(name), body)) }
        : frameOf(lined(recordedText))
    if (socket.isOpen()) socket.send(JSON.stringify({ ...reply, requestId }))
  }

  function bytesOf(file: string): PieceReader {
    const known = files.get(file) ?? tools.openBytes(file)
    files.set(file, known)
    return known
  }

  /** Adjusts clocks to the replay's moment; a further round has a further epoch. */
  function lined(text: string): string {
    const { loops } = visitor
    if (loops === 0 && !text.includes('"nowMs"')) return text
    const frame = withClocks(frameOf(text), (clock) => {
      toldClock = clock
      return time.told(clock, visitor)
    }) as Record<string, unknown>
    if (typeof frame.epoch === 'number') frame.epoch += loops
    return JSON.stringify(frame)
  }
}

const fromTOf = (items: readonly ScriptItem[], fromT: number) => items.at(-1)?.t ?? fromT

/** Codes that only describe how a socket was lost cannot be sent. */
const sendable = (code: number) => (code === 1005 || code === 1006 ? GOING_AWAY : code)
