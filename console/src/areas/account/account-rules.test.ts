import { expect, it } from 'vitest'
import { imageFault, isEmail, isPhone } from './account-rules.ts'

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

it('holds pictures to format, size and resolution', () => {
  const good = { type: 'image/png', bytes: 1024 * 1024, width: 250, height: 50 }
  expect(imageFault(good)).toBeUndefined()
  expect(imageFault({ ...good, type: 'image/gif' })).toBe('format')
  expect(imageFault({ ...good, bytes: 1024 * 1024 + 1 })).toBe('size')
  expect(imageFault({ ...good, height: 49 })).toBe('resolution')
})
