import { CHANNEL_PATH, type ClientFrame } from '../channel/frames.ts'
import { CODES } from '../codes.ts'
import { readCode, readFields, textOf } from './call-reply.ts'
import { platformPath, renamed, sentFields } from './call-request.ts'
import {
  filledTemplate,
  firstValueAt,
  isRecord,
  type Json,
  valueAt,
  withoutValueAt,
  withValueAt,
} from './dotted-path.ts'
import { HEARD_FRAMES, HEARD_MESSAGES, type PlatformAdapter } from './platform-adapter.ts'

/** Who signs in on the channel. */
export type ChannelIdentity = { projectName: string; loginName: string; sessionId: string }

const NO_FORM = { fields: {}, fill: {}, rows: {}, fillRows: {} }
const HEARD = new Set<string>([...HEARD_FRAMES, ...HEARD_MESSAGES])

/** Path of the channel on the platform, and the query that it wants (with its `?`; empty when it wants none). */
export function channelAddress(
  adapter: PlatformAdapter,
  identity: ChannelIdentity | undefined,
): { path: string; query: string } {
  const search = new URLSearchParams()
  for (const [name, template] of Object.entries(adapter.channel.query)) {
    const value = filledTemplate(template, [identity ?? {}])
    if (value !== undefined) search.set(name, value)
  }
  const query = search.toString()
  return { path: platformPath(adapter, CHANNEL_PATH), query: query ? `?${query}` : '' }
}

/** A frame as the platform wants it; undefined when it takes none of the kind. `callName`: of a request over the channel. */
export function platformFrame(adapter: PlatformAdapter, frame: ClientFrame): Json | undefined {
  const { channel } = adapter
  const { type, ...fields } = frame
  if (channel.lacks.includes(type)) return undefined
  const form = channel.frames[type] ?? NO_FORM
  const own: Json =
    frame.type === 'request' ? { ...fields, body: sentFields(adapter, frame.call, frame.body) } : fields
  let body = renamed(own, form.fields)
  for (const [name, value] of Object.entries(form.fill)) body = withValueAt(body, name, value)
  const name = 'name' in form && form.name !== undefined ? form.name : type
  const whole = channel.body === '' ? body : withValueAt({}, channel.body, body)
  return withValueAt(whole, channel.type, name) as Json
}

/**
 * A frame of the platform in the contract's form, not yet read by its schema. Messages that come singly, or several in
 * a list, become a batch. Unknown messages are returned unchanged. `nowMs`: epoch milliseconds, for messages without a
 * time.
 */
export function readFrame(adapter: PlatformAdapter, raw: unknown, nowMs: number): unknown {
  if (Array.isArray(raw))
    return batchOf(
      raw.map((one) => readOne(adapter, one)),
      nowMs,
    )
  const frame = readOne(adapter, raw)
  if (!isRecord(frame)) return frame
  if (frame['type'] === 'batch') {
    const messages = frame['messages']
    if (!Array.isArray(messages)) return frame
    return { ...batchOf([], nowMs), ...frame, messages: messages.map((one) => readOne(adapter, one)) }
  }
  return (HEARD_MESSAGES as readonly unknown[]).includes(frame['type']) ? batchOf([frame], nowMs) : frame
}

/** Of a platform that counts neither its starts nor its jumps of the clock. */
const batchOf = (messages: unknown[], nowMs: number) => ({
  type: 'batch',
  boot: '',
  epoch: 0,
  at: nowMs,
  messages,
})

function readOne(adapter: PlatformAdapter, raw: unknown): unknown {
  const { channel } = adapter
  const type = isRecord(raw) ? ourName(adapter, valueAt(raw, channel.type)) : undefined
  if (type === undefined) return raw
  const rest = channel.body === '' ? withoutValueAt(raw, channel.type) : bodyOf(valueAt(raw, channel.body))
  const list = Array.isArray(rest) ? rest : firstValueAt(rest, channel.list)
  const around = isRecord(rest) ? rest : {}
  const fields = readFields(list === undefined ? around : { ...around, list }, {
    ...(channel.frames[type] ?? NO_FORM),
    list: ['list'],
  })
  return { ...(isRecord(fields) ? fields : {}), ...verdictOf(adapter, type, around), type }
}

function bodyOf(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body
  }
}

/** Our word for the platform's; undefined for a word of neither. */
function ourName(adapter: PlatformAdapter, theirs: unknown): string | undefined {
  for (const [ours, form] of Object.entries(adapter.channel.frames)) {
    if (form?.name !== undefined && HEARD.has(ours) && form.name === theirs) return ours
  }
  return typeof theirs === 'string' && HEARD.has(theirs) ? theirs : undefined
}

/** Code and words of a frame that answers. */
function verdictOf(adapter: PlatformAdapter, type: string, body: Json): Json {
  if (type !== 'loginReply' && type !== 'subscribed' && type !== 'reply') return {}
  const { channel } = adapter
  const code = readCode(adapter, body, channel)
  return { ...(code === undefined ? {} : { code }), msg: textOf(firstValueAt(body, channel.msg)) }
}

/** The answer to a sign-in that the platform does not answer. */
export const SIGNED_IN_UNANSWERED = { type: 'loginReply', code: CODES.ok, msg: '' } as const
