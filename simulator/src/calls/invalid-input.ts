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

/** Input that breaks the contract: 400 with the field, in either language. */
export class InvalidInput extends PlatformError {
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

/** Characters of a message that are shown. */
const SHOWN_MAX = 200
/** Some issues repeat the input: thousands of unknown keys, say. */
export const cut = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text)
