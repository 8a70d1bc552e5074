import { brokenTextRule, type TextRule } from '@backlot/contract/texts'
import type { z } from 'zod'
import enLocale from 'zod/v4/locales/en.js'
import type { Language } from '../kernel/language.ts'
import { type MessageKey, message } from '../kernel/messages.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { inputRuleText } from './input-rules.ts'
import { issueWords, NOT_VALID } from './issue-words.ts'

const RULE_TEXTS: Readonly<Record<TextRule, MessageKey>> = {
  oneLine: 'textOneLine',
  lines: 'textLines',
  loginName: 'textLoginName',
}

/** Zod's own text where a schema has none. */
const ZODS = enLocale().localeError

/** Characters of a message that are shown. */
const SHOWN_MAX = 200

export type InputPart = 'query' | 'body' | 'params'

/** Parses a part of a call's input by the contract. Throws InvalidInput with the field's name. */
export function validate(schema: z.ZodType, value: unknown, part: InputPart): unknown {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const issue = deepest(parsed.error.issues)
  const path = issue?.path.map(String).join('.') ?? ''
  throw new InvalidInput(cut(path === '' ? part : path), issue)
}

/** Of a union's alternatives, the issue that got furthest: it is the one the caller meant. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const issue = issues[0]
  if (issue?.code !== 'invalid_union') return issue
  const inner = issue.errors.map(deepest).filter((found) => found !== undefined)
  const best = inner.sort((a, b) => b.path.length - a.path.length)[0]
  return best && best.path.length > 0 ? { ...best, path: [...issue.path, ...best.path] } : issue
}

/** Input that breaks the contract: 400 with the field, in either language. */
class InvalidInput extends PlatformError {
  readonly #issue: z.core.$ZodIssue | undefined

  /** `issue` was reported with its input (zod's `reportInput`). Undefined: nothing more is known. */
  constructor(field: string, issue: z.core.$ZodIssue | undefined, language: Language = 'en') {
    super('invalid', `${field}: ${cut(textOf(issue, language))}`, field)
    this.#issue = issue
  }

  override inLanguage(language: Language): PlatformError {
    return new InvalidInput(this.field!, this.#issue, language)
  }
}

function textOf(issue: z.core.$ZodIssue | undefined, language: Language): string {
  if (!issue) return NOT_VALID[language]
  const rule = brokenTextRule(issue)
  if (rule) return message(RULE_TEXTS[rule], language)
  const said = ZODS(issue as never)
  const isZods = issue.message === (typeof said === 'object' ? said?.message : said)
  return isZods ? issueWords(issue, language) : inputRuleText(issue.message, language)
}

/** Some issues repeat the input: thousands of unknown keys, say. */
const cut = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text)
