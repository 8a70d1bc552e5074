import { Email, PhoneNumber } from '@backlot/contract/session/entities'

/** Empty is allowed: both are given voluntarily. */
export function isEmail(text: string): boolean {
  return Email.safeParse(text).success
}

export function isPhone(text: string): boolean {
  return PhoneNumber.safeParse(text).success
}
