import {
  channelAddress,
  platformFrame,
  readFrame,
  SIGNED_IN_UNANSWERED,
} from '@backlot/contract/adapters/channel-frames'
import { type PlatformAdapter, STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import { CHANNEL_PATH, ChannelMessage, type ClientFrame, ServerFrame } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import type { z } from 'zod'
import { Comparer } from './compare.ts'
import { type JsonSchema, sentSchema } from './json-schema.ts'
import type { PlatformClient } from './platform-client.ts'
import { namesThatStay } from './read-reply.ts'
import { type Finding, wholeDifference } from './report.ts'

export type ChannelDeps = {
  client: PlatformClient
  adapter: PlatformAdapter
  /** Address of the channel when it is not `/realtime` of the platform. */
  channel: URL | undefined
  projectName: string
  loginName: string
  sessionId: string
  listenMs: number
  /** Listened to until then, too: it may cause messages. */
  meanwhile?: Promise<unknown>
  /** Kinds that are sent at once. */
  awaited: readonly string[]
  /** Ends early. */
  signal: AbortSignal
  wants(name: string): boolean
}

const ANSWER_WITHIN_MS = 10_000
/** Frames that answer something: they have to come. */
const ANSWERS = { loginReply: 'login', subscribed: 'subscribe', pong: 'ping' } as const

/** Signs in on the channel, subscribes to everything, and compares the messages of a period with the contract. */
export async function checkChannel(deps: ChannelDeps): Promise<Finding[]> {
  const signIn = headOf('signIn', 'stated', `WebSocket ${CHANNEL_PATH}`)
  const heard = await listen(deps)
  if ('fault' in heard)
    return [{ ...signIn, count: 1, differences: [wholeDifference(heard.kind, 'a channel', heard.fault)] }]
  const { kinds, unknown } = heard
  const findings = FRAMES.map(([name]) => {
    const own = kinds.get(name)
    const head = name === 'loginReply' ? signIn : headOf(name, 'assumed', '')
    if (own) return { ...head, count: own.count, ...found(own.comparer, deps.adapter, name) }
    const asked = ANSWERS[name as keyof typeof ANSWERS]
    const { lacks } = deps.adapter.channel
    if (deps.awaited.includes(name) && !lacks.includes('subscribe'))
      return { ...head, differences: [wholeDifference('missing', 'the current state', 'nothing')] }
    return asked && !lacks.includes(asked)
      ? { ...head, differences: [wholeDifference('missing', 'an answer', 'nothing')] }
      : { ...head, notTried: `none came within ${deps.listenMs / 1000} s` }
  })
  const strangers = [...unknown].map(([name, count]) => ({
    ...headOf(name, 'assumed', ''),
    count,
    differences: [wholeDifference('extra', 'no such kind of message', `${count} of them`)],
  }))
  return [...findings, ...strangers].filter(({ name }) => deps.wants(name))
}

const headOf = (name: string, origin: 'stated' | 'assumed', where: string): Finding => ({
  name: `channel.${name}`,
  kind: 'channel',
  origin,
  where,
})

function found(
  comparer: Comparer,
  adapter: PlatformAdapter,
  name: string,
): Pick<Finding, 'differences' | 'present' | 'absent'> {
  const { differences, present, absent } = comparer.result()
  const { channel } = adapter
  const form = channel.frames[name]
  const top = (names: readonly string[]) => names.map((one) => one.split('.')[0])
  const known = new Set([
    ...namesThatStay(form?.fields),
    ...namesThatStay(form?.rows).map((one) => `list[].${one}`),
    ...(adapter === STANDARD_ADAPTER ? [] : top([...channel.list, ...channel.code, ...channel.msg])),
  ])
  return {
    differences: differences.filter(({ kind, field }) => kind !== 'extra' || !known.has(field)),
    present,
    absent: [...absent].sort(),
  }
}

/**
 * Kinds of frames and of the messages in a batch, with their schemas. A `reply` answers calls, which are not made here.
 */
const FRAMES: readonly (readonly [name: string, schema: JsonSchema])[] = [
  ...ServerFrame.options.flatMap((option) => {
    const name = String(option.shape.type.value)
    if (name === 'reply') return []
    // Messages of a batch are looked at one by one.
    const schema = sentSchema(option)
    return name === 'batch'
      ? [[name, { ...schema, properties: { ...schema.properties, messages: { type: 'array' } } }] as const]
      : [[name, schema] as const]
  }),
  ...ChannelMessage.options.map(
    (option) =>
      [String((option as z.ZodObject<{ type: z.ZodLiteral }>).shape.type.value), sentSchema(option)] as const,
  ),
]

type Heard = Kinds | { fault: string; kind: 'lacking' | 'refused' }

const SUBSCRIBE: ClientFrame = {
  type: 'subscribe',
  id: 'check',
  topics: ['gps', 'status', 'alarm', 'sensor'],
  scope: { kind: 'subtree', groupId: 0 },
  snapshot: true,
}

async function listen(deps: ChannelDeps): Promise<Heard> {
  const { adapter, listenMs, projectName, loginName, sessionId } = deps
  const kinds = new Kinds()
  const socket = open(deps)
  const say = (frame: ClientFrame) => {
    const sent = platformFrame(adapter, frame)
    if (sent) socket.send(JSON.stringify(sent))
  }
  return new Promise((resolve) => {
    let isIn = false
    const end = (heard: Heard) => {
      clearTimeout(timer)
      socket.close()
      resolve(heard)
    }
    let timer = setTimeout(
      () => end({ kind: 'lacking', fault: 'no answer to the sign-in' }),
      ANSWER_WITHIN_MS,
    )
    deps.signal.addEventListener('abort', () => end(kinds), { once: true })
    const enter = () => {
      isIn = true
      clearTimeout(timer)
      say(SUBSCRIBE)
      say({ type: 'ping', at: Date.now() })
      const { meanwhile } = deps
      timer = setTimeout(() => {
        if (meanwhile) meanwhile.finally(() => end(kinds)).catch(() => {})
        else end(kinds)
      }, listenMs)
    }
    socket.once('open', () => {
      say({ type: 'login', projectName, loginName, sessionId })
      if (adapter.channel.signInAnswered) return
      kinds.take(SIGNED_IN_UNANSWERED)
      enter()
    })
    socket.once('error', (error) => end({ kind: 'lacking', fault: error.message }))
    socket.once('close', (code, reason) => {
      if (isIn) end(kinds)
      else end({ kind: 'refused', fault: `closed with ${code} ${reason.toString()}`.trim() })
    })
    socket.on('message', (data) => {
      const frame = frameOf(adapter, data.toString())
      kinds.take(frame)
      const { type, code } = (frame ?? {}) as { type?: unknown; code?: unknown }
      if (type !== 'loginReply' || isIn) return
      if (code === 0) enter()
      else end({ kind: 'refused', fault: `code ${String(code)}` })
    })
  })
}

function open({ client, channel, adapter, ...identity }: ChannelDeps): WebSocket {
  const { path, query } = channelAddress(adapter, identity)
  const url = new URL(channel ?? client.address(path))
  if (query !== '') url.search = query
  url.protocol = url.protocol.replace('http', 'ws')
  return new WebSocket(url, {
    ...client.trust,
    headers: { cookie: client.cookie, origin: client.platform.origin },
    handshakeTimeout: ANSWER_WITHIN_MS,
  })
}

/** Received messages, by kind. */
class Kinds {
  readonly kinds = new Map<string, { comparer: Comparer; count: number }>()
  /** Kinds that the contract does not have, by how often. */
  readonly unknown = new Map<string, number>()
  readonly #schemas = new Map(FRAMES)

  /** A frame, with the messages inside it. */
  take(frame: unknown): void {
    const { type, messages } = (frame ?? {}) as { type?: unknown; messages?: unknown }
    this.#add(String(type), frame)
    if (type !== 'batch' || !Array.isArray(messages)) return
    for (const message of messages) this.#add(String((message as { type?: unknown } | null)?.type), message)
  }

  #add(type: string, value: unknown): void {
    const schema = this.#schemas.get(type)
    if (!schema) {
      this.unknown.set(type, (this.unknown.get(type) ?? 0) + 1)
      return
    }
    const own = this.kinds.get(type) ?? { comparer: new Comparer(schema), count: 0 }
    own.comparer.add(value)
    own.count++
    this.kinds.set(type, own)
  }
}

function frameOf(adapter: PlatformAdapter, text: string): unknown {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { type: 'a frame that is not JSON' }
  }
  // To the letter: values that an adapter would fill in are missing.
  return adapter === STANDARD_ADAPTER ? raw : readFrame(adapter, raw, Date.now())
}
