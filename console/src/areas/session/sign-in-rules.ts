import { LIMITS } from '@backlot/contract/limits'
import type { TextKey } from '../../language/language.ts'

type SignInEntry = { loginName: string; password: string; verifycode: string }
export type SignInField = keyof SignInEntry
export type SignInErrors = Partial<Record<SignInField, TextKey<'session'>>>

/** Faults of an entry (stated rules); empty when it may be sent. `wantsCode`: the platform requires a picture code. */
export function signInErrors(entry: SignInEntry, wantsCode: boolean): SignInErrors {
  const errors: SignInErrors = {}
  const nameLength = entry.loginName.trim().length
  if (nameLength < LIMITS.loginNameMin || nameLength > LIMITS.loginNameMax) {
    errors.loginName = 'rule.loginName'
  }
  const { length } = entry.password
  if (length > 0 && entry.password.trim() === '') errors.password = 'rule.passwordBlank'
  else if (length < LIMITS.passwordMin || length > LIMITS.passwordMax) errors.password = 'rule.password'
  if (wantsCode && entry.verifycode.trim() === '') errors.verifycode = 'rule.verifycode'
  return errors
}

/** The first field with an error, in the order of the form. */
export function firstWrongField(errors: SignInErrors): SignInField | undefined {
  return (['loginName', 'password', 'verifycode'] as const).find((field) => errors[field] !== undefined)
}
