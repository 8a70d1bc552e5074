import { z } from 'zod'
import type { PageMark } from './list-query.ts'

const Mark = z.tuple([z.union([z.string(), z.number()]), z.number().int()])

export function encodeMark(mark: PageMark): string {
  return Buffer.from(JSON.stringify([mark.value, mark.id])).toString('base64url')
}

/** The mark of a text, or undefined when it is none. */
export function decodeMark(text: string): PageMark | undefined {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const parsed = Mark.safeParse(value)
  return parsed.success ? { value: parsed.data[0], id: parsed.data[1] } : undefined
}
