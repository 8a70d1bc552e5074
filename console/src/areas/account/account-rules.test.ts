import { expect, it } from 'vitest'
import {
  imageFault,
  isEmail,
  isPhone,
  passwordClasses,
  passwordFault,
  passwordStrength,
} from './account-rules.ts'

const entry = {
  oldPassword: 'Backlot@2026',
  password: 'Street#77',
  verifyPassword: 'Street#77',
  loginName: 'admin',
}

it('takes mobile numbers and landlines as the platform states them', () => {
  for (const good of ['', '13912345678', '018912345678', '010-12345678', '0755-1234567', '12345678']) {
    expect(isPhone(good), good).toBe(true)
  }
  for (const bad of ['12912345678', '1391234567', '10-1234567', 'abc', '123456']) {
    expect(isPhone(bad), bad).toBe(false)
  }
})

it('takes simple addresses', () => {
  expect(isEmail('li.wei@city.example.com')).toBe(true)
  expect(isEmail('')).toBe(true)
  expect(isEmail('li wei@city.com')).toBe(false)
  expect(isEmail('city.com')).toBe(false)
})

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

it('holds pictures to format, size and resolution', () => {
  const good = { type: 'image/png', bytes: 1024 * 1024, width: 250, height: 50 }
  expect(imageFault(good)).toBeUndefined()
  expect(imageFault({ ...good, type: 'image/gif' })).toBe('format')
  expect(imageFault({ ...good, bytes: 1024 * 1024 + 1 })).toBe('size')
  expect(imageFault({ ...good, height: 49 })).toBe('resolution')
})
