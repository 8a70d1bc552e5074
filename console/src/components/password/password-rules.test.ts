import { expect, it } from 'vitest'
import { passwordClasses, passwordFault, passwordStrength } from './password-rules.ts'

const entry = {
  oldPassword: 'Backlot@2026',
  password: 'Street#77',
  verifyPassword: 'Street#77',
  loginName: 'admin',
}

it('wants three classes of four, 4 to 32 characters', () => {
  expect(passwordClasses('aA1#')).toBe(4)
  expect(passwordFault(entry)).toBeUndefined()
  expect(passwordFault({ ...entry, password: 'aA1' })).toBe('length')
  expect(passwordFault({ ...entry, password: 'lowercase1' })).toBe('classes')
})

it('refuses the account name, the old password and differing entries', () => {
  expect(passwordFault({ ...entry, password: 'My-ADMIN-1', verifyPassword: 'My-ADMIN-1' })).toBe('hasAccount')
  expect(passwordFault({ ...entry, password: 'Backlot@2026' })).toBe('same')
  expect(passwordFault({ ...entry, verifyPassword: 'Street#78' })).toBe('differ')
})

it('judges strength by classes and length', () => {
  expect(passwordStrength('')).toBe(0)
  expect(passwordStrength('aaaa')).toBe(1)
  expect(passwordStrength('aA1aaa')).toBe(2)
  expect(passwordStrength('aA1#aaaaaaaa')).toBe(4)
})
