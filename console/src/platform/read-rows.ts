import { z } from 'zod'
import { noteDroppedRows } from './diagnostics.ts'

/** The answer did not fit the contract as a whole. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply'
}

/** Why a value does not fit, in one line: `path: message`. */
export function whyUnreadable(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.') || '(value)'}: ${issue.message}` : 'unreadable'
}

const leftOut = new WeakMap<readonly unknown[], number>()

/** How many rows the platform sent for a list: whether a page was full does not hang on rows that were unreadable. */
export const rowsSent = (list: readonly unknown[]): number => list.length + (leftOut.get(list) ?? 0)

/** Rows that fit `schema`; the others are left out, counted under `where` and shown in diagnostics. */
export function readRows<Row extends z.ZodType>(
  schema: Row,
  rows: readonly unknown[],
  where: string,
): z.output<Row>[] {
  const good: z.output<Row>[] = []
  let dropped = 0
  let reason = ''
  for (const row of rows) {
    const read = schema.safeParse(row)
    if (read.success) good.push(read.data)
    else {
      dropped += 1
      reason = whyUnreadable(read.error)
    }
  }
  if (dropped > 0) {
    leftOut.set(good, dropped)
    noteDroppedRows(where, dropped, reason)
  }
  return good
}

/**
 * Reads `value` by `schema`, tolerantly: unknown fields pass, and when the schema has a `list`, invalid rows are left
 * out. Throws UnreadableReply when the data around the rows are invalid.
 */
export function readTolerantly<T extends z.ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const whole = schema.safeParse(value)
  if (whole.success) return whole.data
  const list = rowSchema(schema)
  if (list && isRecord(value) && Array.isArray(value['list'])) {
    const rest = schema.safeParse({ ...value, list: [] })
    if (rest.success) {
      return { ...(rest.data as object), list: readRows(list, value['list'], where) } as z.output<T>
    }
    throw new UnreadableReply(whyUnreadable(rest.error))
  }
  throw new UnreadableReply(whyUnreadable(whole.error))
}

function rowSchema(schema: z.ZodType): z.ZodType | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined
  const list: unknown = schema.shape['list']
  return list instanceof z.ZodArray ? (list.element as z.ZodType) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
