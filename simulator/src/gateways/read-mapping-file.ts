/** Files in which a user describes devices of their own (YAML or JSON): read whole, or refused with the line. */
import { readFileSync } from 'node:fs'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { StartError } from '../kernel/start-error.ts'

/** Aliases that a file may use; more is a file made to blow up. */
const ALIASES_MAX = 100

/** The content of a file by its schema. Throws a StartError that names the option, the file, the line and the field of the first mistake. */
export const readMappingFile = <Schema extends z.ZodType>(
  option: string,
  file: string,
  schema: Schema,
): z.output<Schema> => readMappingText(option, file, textOf(option, file), schema)

/** The same of a file's text. */
export function readMappingText<Schema extends z.ZodType>(
  option: string,
  file: string,
  text: string,
  schema: Schema,
): z.output<Schema> {
  const mistake = (line: number, field: string, message: string) =>
    new StartError(`${option} ${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' })
  const [fault] = document.errors
  if (fault) throw mistake(fault.linePos?.[0].line ?? 1, '', fault.message.split('\n')[0]!)
  const read = schema.safeParse(contentOf(document, (message) => mistake(1, '', message)))
  if (read.success) return read.data
  const { path, message } = deepest(read.error.issues[0]!)
  throw mistake(lineOf(document, lines, path), z.core.toDotPath(path), message)
}

function textOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`${option} ${file} cannot be read: ${(error as Error).message}.`)
  }
}

function contentOf(document: Document, mistake: (message: string) => StartError): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX }) ?? {}
  } catch (error) {
    throw mistake((error as Error).message)
  }
}

/** Of a choice, the mistake in its last part, which is the full form; of an unknown field, that field. */
function deepest(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code === 'unrecognized_keys')
    return { path: [...issue.path, issue.keys[0]!], message: 'there is no such field here' }
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

/** The line of the deepest part of a path that is there. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
