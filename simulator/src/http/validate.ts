import { brokenTextRule, type TextRule } from '@backlot/contract/texts'
import type { z } from 'zod'
import type { Language } from '../areas/language.ts'
import { type MessageKey, message } from '../areas/messages.ts'
import { PlatformError } from './platform-error.ts'

export type InputPart = 'query' | 'body' | 'params'

/** Parses a part of a call's input by the contract. Throws invalid with the field's name. */
export function validate(
  schema: z.ZodType,
  value: unknown,
  part: InputPart,
  language: Language = 'en',
): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fault = describe(parsed.error.issues, part, language)
  throw new PlatformError('invalid', `${fault.field}: ${fault.message}`, fault.field)
}

function describe(
  issues: readonly z.core.$ZodIssue[],
  part: InputPart,
  language: Language,
): { field: string; message: string } {
  const issue = deepest(issues)
  if (!issue) return { field: part, message: 'not valid' }
  const path = issue.path.map(String).join('.')
  // Some issues repeat the input: thousands of unknown keys, say.
  return { field: cut(path === '' ? part : path), message: cut(textOf(issue, language)) }
}

const RULE_TEXTS: Readonly<Record<TextRule, MessageKey>> = {
  oneLine: 'textOneLine',
  lines: 'textLines',
  loginName: 'textLoginName',
}

/** The rules of texts are worded in the caller's language: people break them by pasting. */
function textOf(issue: z.core.$ZodIssue, language: Language): string {
  const rule = brokenTextRule(issue)
  return rule ? message(RULE_TEXTS[rule], language) : issue.message
}

/** Characters of a field's name or of a message that are shown. */
const SHOWN_MAX = 200
const cut = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text)

/** Of a union's alternatives, the issue that got furthest: it is the one the caller meant. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const issue = issues[0]
  if (issue?.code !== 'invalid_union') return issue
  const inner = issue.errors.map(deepest).filter((found) => found !== undefined)
  const best = inner.sort((a, b) => b.path.length - a.path.length)[0]
  return best && best.path.length > 0 ? { ...best, path: [...issue.path, ...best.path] } : issue
}
