import { expect, it } from 'vitest'
import { isEmail, isPhone } from './account-rules.ts'

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
