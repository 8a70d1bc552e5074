import type { CodeName } from '@backlot/contract/codes'
import { PlatformError } from '../http/platform-error.ts'
import type { Language } from './language.ts'
import { isMessageKey, type MessageKey, message } from './messages.ts'

/** A refusal in the caller's language. `field` names the input that is wrong, when one is. */
export function refusal(
  code: CodeName | number,
  key: MessageKey,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
  field?: string,
): PlatformError {
  return new PlatformError(code, message(key, language, values), field)
}

/**
 * A refusal from inside a write. The writer knows no language: its message is the key, which `spoken` turns into text
 * on the way out.
 */
export function writeRefusal(code: CodeName | number, key: MessageKey): PlatformError {
  return new PlatformError(code, key)
}

/** Refuses, inside a write, a change that was made from another version of a record than `known`; without one it passes. */
export function refuseOvertaken(known: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== known) throw writeRefusal('conflict', 'changedMeanwhile')
}

/** Waits for a write and puts its refusals into the caller's language. Other errors pass as they are. */
export async function spoken<T>(write: Promise<T>, language: Language): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') {
      if (isMessageKey(error.message)) throw refusal(error.code, error.message, language)
    }
    throw error
  }
}
