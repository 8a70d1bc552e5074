import { LIMITS } from '@backlot/contract/limits'

export type PasswordFault = 'length' | 'classes' | 'hasAccount' | 'same' | 'differ'

/** How many of uppercase, lowercase, digits and special symbols a password uses. */
export function passwordClasses(password: string): number {
  return [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9\s]/].filter((one) => one.test(password)).length
}

const CLASSES_WANTED = 3

/** Fault of a new password (stated rules), in the order of checking; undefined when there is none. */
export function passwordFault(entry: {
  oldPassword: string
  password: string
  verifyPassword: string
  loginName: string
}): PasswordFault | undefined {
  const { oldPassword, password, verifyPassword, loginName } = entry
  if (password.length < LIMITS.passwordMin || password.length > LIMITS.passwordMax) return 'length'
  if (passwordClasses(password) < CLASSES_WANTED) return 'classes'
  if (password.toLowerCase().includes(loginName.toLowerCase())) return 'hasAccount'
  if (oldPassword !== '' && password === oldPassword) return 'same'
  if (password !== verifyPassword) return 'differ'
  return undefined
}

/** 0 to 4: how strong a password looks while it is typed. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const long = password.length >= 12 ? 1 : 0
  const classes = passwordClasses(password)
  if (password.length < LIMITS.passwordMin || classes < 2) return 1
  return Math.min(4, Math.max(1, classes - 1 + long)) as 1 | 2 | 3 | 4
}
