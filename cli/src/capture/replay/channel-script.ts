import { valueAt } from '@backlot/contract/adapters/dotted-path'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import type { Exchange, Piece, RecordedSocket } from '../capture.ts'
import { readJson } from '../read-json.ts'

/** Messages of the platform, and the points where it waits for the console. */
export type ScriptItem =
  | { t: number; say: string }
  | { t: number; bytes: Piece }
  /** The console subscribed here: the next messages may be a consequence. */
  | { t: number; await: string }

export type SocketScript = {
  /** Whether the console speaks first, as on the channel; a stream begins by itself. */
  consoleBegins: boolean
  /** When its first frame came, or the socket was opened. */
  fromT: number
  items: readonly ScriptItem[]
  /** Answers to calls over the socket, as exchanges of a method of their own. */
  calls: readonly Exchange[]
  /** Answers to subscriptions, by subscription key. */
  subscribed: ReadonlyMap<string, string>
  /** How the platform answers a ping, where it has words of its own. */
  pong: string | undefined
}

type Frame = Record<string, unknown> & { type?: unknown }

/** Method under which calls over a socket are looked up. */
export const CHANNEL_METHOD = 'CHANNEL'

export const frameOf = (text: string): Frame => {
  const frame = readJson(text)
  return typeof frame === 'object' && frame !== null ? (frame as Frame) : {}
}

/** The contract's type of a frame, where the platform has another name. */
export function typeOf({ channel }: PlatformAdapter, frame: Frame): unknown {
  const theirs = valueAt(frame, channel.type)
  const [ours] = Object.entries(channel.frames).find(([, form]) => form?.name === theirs) ?? []
  return theirs === undefined ? undefined : (ours ?? theirs)
}

/** Whether frames are the contract's own, so that calls over the channel can be recognised. */
export const isOwnEnvelope = ({ channel }: PlatformAdapter): boolean =>
  channel.type === 'type' && channel.body === '' && Object.keys(channel.frames).length === 0

/** Key of a subscription: its own name, its topics, and the kind of scope. Positions on a map differ with the page. */
export function subscriptionKey({ id, topics, scope }: Frame): string {
  const kind = typeof scope === 'object' && scope !== null && 'kind' in scope ? scope.kind : undefined
  const sorted = Array.isArray(topics) ? [...topics].sort() : topics
  return JSON.stringify(kind === 'window' ? [id, sorted, kind] : [id, sorted, kind, scope])
}

/** Takes a recorded socket apart: spontaneous messages, and answers. */
export function scriptOf(socket: RecordedSocket, adapter: PlatformAdapter): SocketScript {
  const isOwn = isOwnEnvelope(adapter)
  const first = socket.items.find(({ from }) => from === 'console')
  const items: ScriptItem[] = []
  const asked = new Map<string, { t: number; call: string; body: unknown }>()
  const subscriptions = new Map<string, string>()
  const calls: Exchange[] = []
  const subscribed = new Map<string, string>()
  let pong: string | undefined
  for (const item of socket.items) {
    if (!('text' in item)) {
      if (item.from === 'platform') items.push({ t: item.t, bytes: item })
      continue
    }
    const frame = frameOf(item.text)
    const type = typeOf(adapter, frame)
    if (item.from === 'console') {
      if (type === 'request' && isOwn)
        asked.set(String(frame.requestId), { t: item.t, call: String(frame.call), body: frame.body })
      else if (type === 'subscribe') {
        const key = subscriptionKey(frame)
        subscriptions.set(String(frame.id), key)
        items.push({ t: item.t, await: key })
      }
      continue
    }
    const call = type === 'reply' ? asked.get(String(frame.requestId)) : undefined
    const key = type === 'subscribed' ? subscriptions.get(String(frame.id)) : undefined
    if (call) calls.push(exchangeOf(calls.length, socket.id, call, item))
    else if (key !== undefined) subscribed.set(key, item.text)
    else if (type === 'pong') pong ??= isOwn ? undefined : item.text
    else items.push({ t: item.t, say: item.text })
  }
  return {
    consoleBegins: first !== undefined && !items.some(({ t }) => t < first.t),
    fromT: first?.t ?? socket.t,
    items,
    calls,
    subscribed,
    pong,
  }
}

function exchangeOf(
  index: number,
  socketId: number,
  { t, call, body }: { t: number; call: string; body: unknown },
  answer: { t: number; text: string },
): Exchange {
  return {
    // Below those of the calls: one number is one exchange.
    id: -(socketId * 100_000 + index),
    t,
    method: CHANNEL_METHOD,
    path: `/${call}`,
    headers: {},
    sent: { text: JSON.stringify(body ?? null) },
    reply: { t: answer.t, status: 200, headers: {} },
    body: { text: answer.text },
    pieces: [],
    endT: answer.t,
    isCut: false,
  }
}
