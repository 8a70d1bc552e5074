import type { CodeName } from '@backlot/contract/codes'
import type { Language, Named } from './language.ts'
import { type MessageKey, message } from './messages.ts'
import { PlatformError } from './platform-error.ts'

/** Values of the placeholders of a message. A name in both languages is filled in the language of the message. */
export type MessageValues = Readonly<Record<string, string | number | Named>>

/** A refusal with a text of `MESSAGES`, answered in the caller's language. */
export class Refusal extends PlatformError {
  readonly key: MessageKey
  readonly values: MessageValues

  constructor(code: CodeName | number, key: MessageKey, values: MessageValues = {}, field?: string) {
    super(code, textIn('en', key, values), field)
    this.key = key
    this.values = values
  }

  override inLanguage(language: Language): PlatformError {
    return new PlatformError(this.code, textIn(language, this.key, this.values), this.field)
  }
}

function textIn(language: Language, key: MessageKey, values: MessageValues): string {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ])
  return message(key, language, Object.fromEntries(texts))
}

/** A refusal to throw. `field` names the input that is wrong, when one is. */
export const refusal = (
  code: CodeName | number,
  key: MessageKey,
  values?: MessageValues,
  field?: string,
): Refusal => new Refusal(code, key, values, field)

/** Refuses, inside a write, a change that was made from another version of a record than `known`; without one it passes. */
export function refuseOvertaken(known: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== known) throw refusal('conflict', 'changedMeanwhile')
}
