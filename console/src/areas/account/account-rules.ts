import { LIMITS } from '@backlot/contract/limits'

const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/

/** Empty is allowed: both are given voluntarily. */
export function isEmail(text: string): boolean {
  return text === '' || EMAIL.test(text)
}

export function isPhone(text: string): boolean {
  return text === '' || LIMITS.phonePattern.test(text)
}
