import { readFileSync } from 'node:fs'
import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { ChannelMessage, ServerFrame } from '@backlot/contract/channel/frames'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { suggestion } from '../kernel/near-name.ts'
import { StartError } from '../kernel/start-error.ts'
import { type CallDeviation, DeviationFile, type MessageDeviation } from './deviation-spec.ts'
import { fieldPath, hasField } from './field-path.ts'

type Found = { path: readonly PropertyKey[]; message: string }

const NONE: DeviationFile = { calls: [], messages: [], stream: [] }

/** Reads a file of deviations (YAML or JSON); without one there are none. Throws a StartError that names the line and the field of the first mistake. */
export function readDeviations(file: string | undefined): DeviationFile {
  if (file === undefined) return NONE
  const lines = new LineCounter()
  const document = parseDocument(textOf(file), { lineCounter: lines })
  const [fault] = document.errors
  if (fault) throw mistake(file, fault.linePos?.[0].line ?? 1, '', fault.message.split('\n')[0]!)
  const raw: unknown = document.toJS() ?? {}
  const read = DeviationFile.safeParse(raw)
  const [found] = read.success ? namesIn(read.data) : read.error.issues.map((issue) => foundOf(issue, raw))
  if (found)
    throw mistake(file, lineOf(document, lines, found.path), z.core.toDotPath(found.path), found.message)
  return read.data!
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`--deviations ${file} cannot be read: ${(error as Error).message}.`)
  }
}

const mistake = (file: string, line: number, field: string, message: string) =>
  new StartError(`--deviations ${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`)

/** The line of the deepest part of a path that is there. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

function foundOf(issue: z.core.$ZodIssue, raw: unknown): Found {
  const { path } = issue
  if (issue.code === 'invalid_union' && 'discriminator' in issue) {
    const kinds = path[0] === 'calls' ? CALL_KINDS : path[0] === 'messages' ? MESSAGE_KINDS : STREAM_KINDS
    return { path, message: `must be one of ${kinds}` }
  }
  if (issue.code === 'unrecognized_keys')
    return { path: [...path, issue.keys[0]!], message: 'there is no such field here' }
  const isThere = path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)?.[part], raw)
  return { path, message: isThere === undefined ? 'is missing' : issue.message }
}

const CALL_KINDS = 'missing, renamed, type, range, extra, lacking, code, slow'
const MESSAGE_KINDS = 'missing, renamed, type, range, extra, lacking'
const STREAM_KINDS = 'codec, absent'

const CALLS = new Map(PLATFORM_CALLS.map((call) => [call.name, call]))
const MESSAGES = new Map(
  [...ServerFrame.options, ...ChannelMessage.options].map((option) => [
    String((option as z.ZodObject<{ type: z.ZodLiteral }>).shape.type.value),
    option,
  ]),
)

/** Calls, messages and fields that are none. */
function namesIn({ calls, messages }: DeviationFile): Found[] {
  return [
    ...calls.flatMap((deviation, index) => callFault(deviation, index)),
    ...messages.flatMap((deviation, index) => messageFault(deviation, index)),
  ]
}

function callFault(deviation: CallDeviation, index: number): Found[] {
  const call = CALLS.get(deviation.call)
  const at = (field: string, message: string) => [{ path: ['calls', index, field], message }]
  if (!call) return at('call', unknown('call', deviation.call, [...CALLS.keys()]))
  if (!('field' in deviation)) return []
  if (call.raw?.reply) return at('field', `${deviation.call} answers bytes, which have no fields`)
  if (!deviation.field.startsWith('data.')) return at('field', 'must begin with data.')
  const steps = fieldPath(deviation.field)!.slice(1)
  return deviation.kind === 'extra' || hasField(schemaOf(call.data), steps)
    ? []
    : at('field', `the data of ${deviation.call} has no such field`)
}

function messageFault(deviation: MessageDeviation, index: number): Found[] {
  const option = MESSAGES.get(deviation.message)
  const at = (field: string, message: string) => [{ path: ['messages', index, field], message }]
  if (!option) return at('message', unknown('message', deviation.message, [...MESSAGES.keys()]))
  if (!('field' in deviation) || deviation.kind === 'extra') return []
  return hasField(schemaOf(option), fieldPath(deviation.field)!)
    ? []
    : at('field', `${deviation.message} has no such field`)
}

const unknown = (what: string, name: string, names: readonly string[]) =>
  `there is no ${what} ${name}.${suggestion(name, names)}`

const schemaOf = (schema: AnyCall['data']) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Parameters<typeof hasField>[0]
