import { PlatformError } from '../kernel/platform-error.ts'
import { refusal } from '../kernel/refusal.ts'
import type { WriterError } from './writer-messages.ts'

/** The refusal that a write threw; undefined for other errors. */
export function refusalOf({ code, message, field, words }: WriterError): PlatformError | undefined {
  if (typeof code !== 'number') return undefined
  return words ? refusal(code, words.key, words.values, field) : new PlatformError(code, message, field)
}
