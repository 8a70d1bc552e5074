import { z } from 'zod'
import type { AnyCall } from '../call.ts'
import { CODES, type CodeName } from '../codes.ts'
import type { CallParts } from './call-request.ts'
import {
  filledTemplate,
  firstValueAt,
  isRecord,
  type Json,
  valueAt,
  withFilled,
  withMoved,
  withValueAt,
} from './dotted-path.ts'
import type { PlatformAdapter } from './platform-adapter.ts'

/** A reply as it came. */
export type PlatformReply = {
  /** HTTP status. */
  status: number
  /** Parsed JSON; undefined when it was none. */
  body: unknown
  header?: ((name: string) => string | null | undefined) | undefined
}

/** A reply in the contract's form; its data is not yet read by the call's schema. */
type Envelope = { code: number; msg: string; data: unknown }

type Verdict = Pick<PlatformAdapter['envelope'], 'code' | 'successIs'> & { success?: readonly string[] }

/** Reads code, msg and data out of a reply; undefined when it is not of the platform's form. */
export function readReply(
  adapter: PlatformAdapter,
  call: AnyCall,
  reply: PlatformReply,
  sent: CallParts = {},
): Envelope | undefined {
  const { envelope } = adapter
  const { body } = reply
  const plain = envelope.code.length === 0 && envelope.success.length === 0
  if (!plain && !isRecord(body)) return undefined
  if (plain && body === undefined && reply.status !== 204) return undefined
  const code = plain ? statusCode(adapter, reply.status) : readCode(adapter, body, envelope)
  if (code === undefined) return undefined
  const data = envelope.data.length === 0 ? body : firstValueAt(body, envelope.data)
  return {
    code,
    msg: textOf(firstValueAt(body, envelope.msg)),
    data: code === CODES.ok ? dataOf(adapter, call, data, reply, sent) : data,
  }
}

/** Our code for the result in an envelope or frame; undefined when it holds none that can be understood. */
export function readCode(adapter: PlatformAdapter, from: unknown, verdict: Verdict): number | undefined {
  const said = firstValueAt(from, verdict.code)
  const separate = verdict.success !== undefined && verdict.success.length > 0
  const success = separate ? firstValueAt(from, verdict.success ?? []) : said
  if (verdict.successIs.some((value) => value === success)) return CODES.ok
  if (success === undefined && said === undefined) return undefined
  const mapped = mappedCode(adapter, said)
  if (mapped !== undefined) return mapped
  const number = typeof said === 'string' && said.trim() !== '' ? Number(said) : said
  if (Number.isInteger(number)) return number === CODES.ok ? CODES.failed : (number as number)
  // A textual refusal that no entry of `codes` knows. Anything else (a list, an object) is not of the form.
  const isRefusal = separate || typeof said === 'string' || typeof said === 'boolean'
  return isRefusal ? CODES.failed : undefined
}

function statusCode(adapter: PlatformAdapter, status: number): number {
  if (status >= 200 && status < 300) return CODES.ok
  return mappedCode(adapter, status) ?? status
}

function mappedCode(adapter: PlatformAdapter, said: unknown): number | undefined {
  const key = String(said)
  if (!Object.hasOwn(adapter.codes, key)) return undefined
  const ours = adapter.codes[key] as CodeName | number
  return typeof ours === 'number' ? ours : CODES[ours]
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function dataOf(
  adapter: PlatformAdapter,
  call: AnyCall,
  given: unknown,
  reply: PlatformReply,
  sent: CallParts,
): unknown {
  const form = adapter.calls[call.name]
  let data = asPage(adapter, call, given)
  if (call.name === 'session.login') data = withSessionId(adapter, data, given, reply)
  for (const [field, template] of Object.entries(adapter.media.templates[call.name] ?? {})) {
    const address = filledTemplate(template, [given, sent.body, sent.query], encodeURIComponent)
    if (address !== undefined) data = withValueAt(data, field, address)
  }
  return form ? readFields(data, { ...form, fields: form.data, list: ['list'] }) : data
}

/** Fields by our names, with defaults filled in; rows of `list` likewise. */
export function readFields(
  given: unknown,
  form: {
    fields: Readonly<Record<string, string>>
    fill: Readonly<Json>
    rows: Readonly<Record<string, string>>
    fillRows: Readonly<Json>
    list: readonly string[]
  },
): unknown {
  const data = filled(taken(given, form.fields), form.fill)
  const list = firstValueAt(data, form.list)
  if (!Array.isArray(list)) return data
  const rows = list.map((row) => (isRecord(row) ? filled(taken(row, form.rows), form.fillRows) : row))
  return withValueAt(data, 'list', rows)
}

function taken(given: unknown, names: Readonly<Record<string, string>>): unknown {
  let data = given
  for (const [ours, theirs] of Object.entries(names)) data = withMoved(data, given, ours, theirs)
  return data
}

function filled(given: unknown, fill: Readonly<Json>): unknown {
  let data = given
  for (const [name, value] of Object.entries(fill)) data = withFilled(data, name, value)
  return data
}

/** A page as the contract has it, for calls that answer rows. */
function asPage(adapter: PlatformAdapter, call: AnyCall, data: unknown): unknown {
  const wants = call.data instanceof z.ZodObject ? call.data.shape : {}
  if (!(wants['list'] instanceof z.ZodArray)) return data
  const { envelope } = adapter
  const found = Array.isArray(data) ? data : firstValueAt(data, envelope.list)
  const empty = (found === null || (found === undefined && data === null)) && envelope.nullLists
  const list = empty ? [] : found
  if (!Array.isArray(list)) return data
  const around = isRecord(data) ? data : {}
  const total = firstValueAt(data, envelope.total) ?? list.length
  return { ...around, list, ...('total' in wants ? { total } : {}) }
}

function withSessionId(
  adapter: PlatformAdapter,
  data: unknown,
  given: unknown,
  reply: PlatformReply,
): unknown {
  const { in: place, name } = adapter.session
  const found = {
    data: () => valueAt(given, name),
    reply: () => valueAt(reply.body, name),
    header: () => reply.header?.(name),
    // The browser keeps it and does not show it.
    cookie: () => '',
  }[place]()
  return found === undefined || found === null ? data : withValueAt(data, 'sessionId', textOf(found))
}
