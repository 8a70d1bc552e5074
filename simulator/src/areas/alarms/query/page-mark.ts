import { z } from 'zod'
import type { Language } from '../../../kernel/language.ts'
import type { AlarmOrder, AlarmSort, PageMark } from './list-query.ts'

/** The sorting that a page was read by; names sort otherwise in each language. */
export type MarkedSort = { sort: AlarmSort; order: AlarmOrder; language: Language }

const Mark = z.tuple([
  z.enum(['startTime', 'devName', 'type', 'processingTime']),
  z.enum(['asc', 'desc']),
  z.enum(['zh', 'en']),
  z.union([z.string(), z.number()]),
  z.number().int(),
])

/** A mark as text: where a page ended, and by which sorting it was read. */
export function encodeMark({ sort, order, language }: MarkedSort, mark: PageMark): string {
  return Buffer.from(JSON.stringify([sort, order, language, mark.value, mark.id])).toString('base64url')
}

/** The mark of a text, or undefined when it is none. */
export function decodeMark(text: string): (MarkedSort & { mark: PageMark }) | undefined {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const parsed = Mark.safeParse(value)
  if (!parsed.success) return undefined
  const [sort, order, language, last, id] = parsed.data
  return { sort, order, language, mark: { value: last, id } }
}

/** Whether a page in a sorting may continue at a cursor. */
export function continues(mark: MarkedSort, asked: MarkedSort): boolean {
  const sameNames = asked.sort !== 'devName' || mark.language === asked.language
  return mark.sort === asked.sort && mark.order === asked.order && sameNames
}
