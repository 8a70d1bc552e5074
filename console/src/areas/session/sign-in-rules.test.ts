import { expect, it } from 'vitest'
import { firstWrongField, signInErrors } from './sign-in-rules.ts'

const good = { loginName: 'admin', password: 'Backlot@2026', verifycode: 'k3f9' }

it('lets a good entry through', () => {
  expect(signInErrors(good)).toEqual({})
})

it('holds user names to 3 to 12 characters, surrounding blanks not counted', () => {
  expect(signInErrors({ ...good, loginName: 'ab ' })).toEqual({ loginName: 'rule.loginName' })
  expect(signInErrors({ ...good, loginName: 'a'.repeat(13) })).toEqual({ loginName: 'rule.loginName' })
  expect(signInErrors({ ...good, loginName: ` ${'a'.repeat(12)} ` })).toEqual({})
})

it('holds passwords to 4 to 32 characters that are not all blank', () => {
  expect(signInErrors({ ...good, password: 'abc' })).toEqual({ password: 'rule.password' })
  expect(signInErrors({ ...good, password: 'a'.repeat(33) })).toEqual({ password: 'rule.password' })
  expect(signInErrors({ ...good, password: '      ' })).toEqual({ password: 'rule.passwordBlank' })
})

it('names the first wrong field in the order of the form', () => {
  expect(firstWrongField(signInErrors({ loginName: '', password: '', verifycode: '' }))).toBe('loginName')
  expect(firstWrongField(signInErrors({ ...good, verifycode: ' ' }))).toBe('verifycode')
})
