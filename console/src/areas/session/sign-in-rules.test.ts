import { expect, it } from 'vitest'
import { firstWrongField, signInErrors } from './sign-in-rules.ts'

const good = { loginName: 'admin', password: 'Backlot@2026', verifycode: 'k3f9' }

it('lets a good entry through', () => {
  expect(signInErrors(good, true)).toEqual({})
})

it('holds user names to 3 to 12 characters, surrounding blanks not counted', () => {
  expect(signInErrors({ ...good, loginName: 'ab ' }, true)).toEqual({ loginName: 'rule.loginName' })
  expect(signInErrors({ ...good, loginName: 'a'.repeat(13) }, true)).toEqual({ loginName: 'rule.loginName' })
  expect(signInErrors({ ...good, loginName: ` ${'a'.repeat(12)} ` }, true)).toEqual({})
})

it('holds passwords to 4 to 32 characters that are not all blank', () => {
  expect(signInErrors({ ...good, password: 'abc' }, true)).toEqual({ password: 'rule.password' })
  expect(signInErrors({ ...good, password: 'a'.repeat(33) }, true)).toEqual({ password: 'rule.password' })
  expect(signInErrors({ ...good, password: '      ' }, true)).toEqual({ password: 'rule.passwordBlank' })
})

it('names the first wrong field in the order of the form', () => {
  expect(firstWrongField(signInErrors({ loginName: '', password: '', verifycode: '' }, true))).toBe(
    'loginName',
  )
  expect(firstWrongField(signInErrors({ ...good, verifycode: ' ' }, true))).toBe('verifycode')
})

it('asks for no picture code where the platform has none', () => {
  expect(signInErrors({ ...good, verifycode: '' }, false)).toEqual({})
})
