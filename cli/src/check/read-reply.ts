import { readReply as readEnvelope } from '@backlot/contract/adapters/call-reply'
import type { CallParts } from '@backlot/contract/adapters/call-request'
import { type PlatformAdapter, STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import type { AnyCall } from '@backlot/contract/call'
import type { z } from 'zod'
import type { Comparer, FieldDifference } from './compare.ts'
import type { JsonSchema } from './json-schema.ts'
import { sentSchema } from './json-schema.ts'
import { namePattern } from './name-pattern.ts'
import type { Exchange } from './platform-client.ts'

/** Reply of a platform to a call. */
export type Reply =
  /** `body`: the whole envelope; undefined for replies that are bytes. */
  | { outcome: 'answered'; body: unknown; data: unknown }
  | { outcome: 'refused'; code: number; msg: string }
  /** It has no such call; `isKnown`: by the adapter, without asking. */
  | { outcome: 'lacking'; seen: string; isKnown?: boolean }
  /** Neither an answer nor a refusal. */
  | { outcome: 'broken'; seen: string }

const NO_SUCH_CALL = new Set([404, 405, 501])

/** Reads an answer as the contract has it: bytes of a type, or an envelope whose code is 0. */
export function readReply(
  adapter: PlatformAdapter,
  call: AnyCall,
  exchange: Exchange,
  sent: CallParts,
): Reply {
  if (call.raw?.reply && exchange.status < 300) return readBytes(call.raw.reply, exchange)
  const { status, type, headers } = exchange
  const body = parsed(exchange.bytes)
  const said = `HTTP ${status}${type === '' ? '' : `, ${type}`}`
  if (NO_SUCH_CALL.has(status)) return { outcome: 'lacking', seen: said }
  const header = (name: string) => headers[name.toLowerCase()]?.toString()
  const envelope = readEnvelope(adapter, call, { status, body, header }, sent)
  if (envelope && envelope.code !== 0) return { outcome: 'refused', code: envelope.code, msg: envelope.msg }
  // Usual answer of a web server for a path that only its page may know.
  if (status === 200 && type === 'text/html') return { outcome: 'lacking', seen: said }
  if (status >= 500) return { outcome: 'broken', seen: said }
  if (status >= 400) return { outcome: 'refused', code: status, msg: said }
  if (typeof body !== 'object' || body === null) return { outcome: 'broken', seen: `${said}, not JSON` }
  // To the letter: values that an adapter would fill in are missing.
  if (adapter === STANDARD_ADAPTER || !envelope)
    return { outcome: 'answered', body, data: (body as { data?: unknown }).data }
  return { outcome: 'answered', body: envelope, data: envelope.data }
}

function readBytes(wanted: string, { status, type, bytes }: Exchange): Reply {
  if (status === 204) return { outcome: 'answered', body: undefined, data: undefined }
  const fits = wanted.split(',').some((one) => namePattern(one.trim()).test(type))
  if (fits) return { outcome: 'answered', body: undefined, data: undefined }
  const envelope = type.includes('json') ? parsed(bytes) : undefined
  const { code, msg } = (envelope ?? {}) as { code?: unknown; msg?: unknown }
  if (typeof code === 'number' && code !== 0)
    return { outcome: 'refused', code, msg: typeof msg === 'string' ? msg : '' }
  return { outcome: 'broken', seen: type === '' ? 'bytes without a type' : type }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Ordinary: not every platform answers JSON everywhere.
    return undefined
  }
}

const schemas = new Map<string, JsonSchema>()

/** The envelope of a call's answers. Empty data may be left out. */
export function replySchemaOf(call: AnyCall): JsonSchema {
  const known = schemas.get(call.name)
  if (known) return known
  const data = sentSchema(call.data)
  const saysNothing = data.type === 'object' && Object.keys(data.properties ?? {}).length === 0
  const { $defs, ...own } = data
  const schema: JsonSchema = {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: saysNothing ? {} : own },
    required: saysNothing ? ['code', 'msg'] : ['code', 'msg', 'data'],
    ...($defs ? { $defs } : {}),
  }
  schemas.set(call.name, schema)
  return schema
}

/**
 * Violations of contract rules that a JSON Schema cannot express (rules between fields): found by the contract's own
 * parser, where the comparison field by field found nothing.
 */
export function ruleFaults(call: AnyCall, data: unknown, comparer: Comparer): FieldDifference[] {
  if (comparer.result().differences.length > 0 || data === undefined) return []
  const read = call.data.safeParse(data)
  if (read.success) return []
  return read.error.issues.map((issue) => fromIssue(issue))
}

function fromIssue(issue: z.core.$ZodIssue): FieldDifference {
  const place = ['data', ...issue.path].reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}${path && '.'}${String(part)}`),
    '',
  )
  return {
    kind: 'range',
    field: place.replace(/\[\d+\]/g, '[]'),
    expected: issue.message,
    seen: 'something else',
    count: 1,
    of: 1,
    places: [place],
  }
}

/**
 * Names under which the platform's own fields stay beside ours, where an adapter renames: they are not further fields.
 * `chnList[].id` from `eyes[].no` leaves `eyes`, and `chnList[].no`.
 */
export function namesThatStay(renames: Readonly<Record<string, string>> | undefined): string[] {
  return Object.entries(renames ?? {}).flatMap(([ours, theirs]) => {
    const around = ours.split('[].')
    return theirs.split('[].').map((name, depth) => {
      return [...around.slice(0, depth), name.split('.')[0]].join('[].')
    })
  })
}

/** Whether a further field of a reply is one that the adapter renames. */
export function isRenamed(adapter: PlatformAdapter, call: AnyCall, field: string): boolean {
  const form = adapter.calls[call.name]
  const { list, total } = adapter.envelope
  const page = adapter === STANDARD_ADAPTER ? [] : [...list, ...total].map((name) => name.split('.')[0])
  const ofData = [...namesThatStay(form?.data), ...page].map((name) => `data.${name}`)
  return [...ofData, ...namesThatStay(form?.rows).map((name) => `data.list[].${name}`)].includes(field)
}
