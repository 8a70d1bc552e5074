import { CODES, type CodeName } from '@backlot/contract/codes'
import type { Language } from './language.ts'

/** An error that the caller gets in the contract's form `{code, msg}`. Anything else is our fault (500). */
export class PlatformError extends Error {
  readonly code: number
  /** Field that is wrong, when one is. */
  readonly field: string | undefined
  /** After which asking again is worth it. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: CodeName | number,
    msg: string,
    field?: string,
    more: { retryAfterSeconds?: number } = {},
  ) {
    super(msg)
    this.name = 'PlatformError'
    this.code = typeof code === 'number' ? code : CODES[code]
    this.field = field
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  /** The same with its text in a language; this one has one text. */
  inLanguage(_language: Language): PlatformError {
    return this
  }
}
