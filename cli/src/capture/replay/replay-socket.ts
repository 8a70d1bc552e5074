import { join } from 'node:path'
import { CODES } from '@backlot/contract/codes'
import type { WebSocket } from 'ws'
import { withClocks } from '../clock-in-text.ts'
import { openBytes } from '../read-bytes.ts'
import type { RecordedSocket } from '../read-capture.ts'
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
import type { ReplyTools } from './replay-reply.ts'
import { requestKey } from './request-key.ts'
import type { Visitor } from './visitors.ts'

/** Longest wait for a page whose subscriptions lag behind the recorded ones. */
const AWAIT_MS = 5000
/** A stream that the recorded viewer left is over for the next one (stated: stopped). */
const STREAM_STOPPED = 4410
const WAITING_MAX = 8_000_000
const GOING_AWAY = 1001

export type SocketTools = ReplyTools & {
  calls: RecordedCalls
  /** Answers a call over the channel that was not recorded. */
  missed(call: string, body: unknown): Promise<{ code: number; msg: string; data: unknown }>
  missedSubscription(what: string): void
  /** The recording has come to its end for this visitor. */
  over(visitor: Visitor): void
}

/** Plays one recorded socket to a page. */
export function replaySocket(
  tools: SocketTools,
  recorded: RecordedSocket,
  script: SocketScript,
  socket: WebSocket,
  visitor: Visitor,
): void {
  const { capture, speed, time } = tools
  const { adapter } = capture.manifest.config
  const seen = new Set<string>()
  const files = new Map<string, ReturnType<typeof openBytes>>()
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let startedMs: number | undefined
  let awaitedSinceMs: number | undefined

  const release = visitor.holdSocket(() => socket.close(GOING_AWAY))
  socket.on('close', () => {
    clearTimeout(timer)
    release()
    for (const file of files.values()) file.close()
  })
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => {
    startedMs ??= begin()
    if (!isBinary) hear(String(data))
  })
  if (!script.consoleBegins) startedMs = begin()

  function begin(): number {
    timer = setTimeout(next, 0)
    return performance.now()
  }

  function next(): void {
    for (;;) {
      const item = script.items[at]
      if (!item) {
        end()
        return
      }
      const nowMs = performance.now()
      const waitMs = (item.t - script.fromT) / speed - (nowMs - (startedMs ?? nowMs))
      if (waitMs > 0) {
        timer = setTimeout(next, waitMs)
        return
      }
      if (!play(item, nowMs)) return
      at += 1
    }
  }

  /** Answers false where the page is waited for. */
  function play(item: ScriptItem, nowMs: number): boolean {
    if ('say' in item) {
      socket.send(lined(item.say))
      return true
    }
    if ('bytes' in item) {
      if (socket.bufferedAmount > WAITING_MAX) socket.terminate()
      else socket.send(bytesOf(item.bytes.file).read(item.bytes))
      return true
    }
    awaitedSinceMs ??= nowMs
    if (!seen.has(item.await) && nowMs - awaitedSinceMs < AWAIT_MS) {
      timer = setTimeout(next, Math.max(1, AWAIT_MS - (nowMs - awaitedSinceMs)))
      return false
    }
    // The following messages keep their recorded distance to this one.
    startedMs = Math.max(startedMs ?? 0, nowMs - (item.t - script.fromT) / speed)
    awaitedSinceMs = undefined
    return true
  }

  /** The end of the script: the socket ends as it did, and the channel with the recording. */
  function end(): void {
    const { close } = recorded
    const byPlatform = close?.by === 'platform' ? close : undefined
    const endT = script.consoleBegins ? (byPlatform?.t ?? capture.lengthMs) : (close?.t ?? script.fromT)
    const waitMs = (endT - script.fromT) / speed - (performance.now() - (startedMs ?? 0))
    timer = setTimeout(
      () => {
        if (byPlatform) socket.close(sendable(byPlatform.code))
        else if (script.consoleBegins) tools.over(visitor)
        else socket.close(STREAM_STOPPED)
      },
      Math.max(0, waitMs),
    )
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
    if (seen.has(key)) return
    seen.add(key)
    if (awaitedSinceMs !== undefined) {
      clearTimeout(timer)
      next()
    }
  }

  async function call({ requestId, call: name, body }: ReturnType<typeof frameOf>): Promise<void> {
    const parts = { method: CHANNEL_METHOD, path: `/${String(name)}`, body: JSON.stringify(body ?? null) }
    const found = tools.calls.find(requestKey(parts), visitor.t(), visitor.used)
    const recordedText = found?.body && 'text' in found.body ? found.body.text : undefined
    const reply =
      recordedText === undefined
        ? { type: 'reply', ...(await tools.missed(String(name), body)) }
        : frameOf(lined(recordedText))
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ ...reply, requestId }))
  }

  function bytesOf(file: string) {
    const known = files.get(file) ?? openBytes(join(capture.folder, file))
    files.set(file, known)
    return known
  }

  /** Adjusts clocks to the replay's moment; a further round has a further epoch. */
  function lined(text: string): string {
    const { loops } = visitor
    if (loops === 0 && !text.includes('"nowMs"')) return text
    const frame = withClocks(frameOf(text), (clock) => time.told(clock, visitor.t(), speed, loops)) as Record<
      string,
      unknown
    >
    if (typeof frame.epoch === 'number') frame.epoch += loops
    return JSON.stringify(frame)
  }
}

/** Codes that only describe how a socket was lost cannot be sent. */
const sendable = (code: number) => (code === 1005 || code === 1006 ? GOING_AWAY : code)
