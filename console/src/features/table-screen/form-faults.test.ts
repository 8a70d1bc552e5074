import { addDevice } from '@backlot/contract/device-admin/calls'
import { DEVICE_LIMITS } from '@backlot/contract/device-admin/constants'
import { addUser } from '@backlot/contract/users/calls'
import { expect, it } from 'vitest'
import type { Translate } from '../../language/language.ts'
import { changedMeanwhile, fieldFault, isChanged } from './form-faults.ts'
import type { FormValues } from './form-types.ts'

const t = ((key: string, values = {}) => `${key} ${JSON.stringify(values)}`) as Translate<'shell'>
const form = { schema: addUser.body, toBody: (values: FormValues) => values }

it('tells a text that is too short or too long by both limits, spaces around it not counted', () => {
  const length = 'form.length {"min":3,"max":12}'
  const fault = (loginName: string) => fieldFault(form, { name: 'loginName' }, { loginName }, t)
  expect(fault('ab')).toBe(length)
  expect(fault('  ab  ')).toBe(length)
  expect(fault('abcdefghijklm')).toBe(length)
  expect(fault('abc')).toBeUndefined()
})

it('tells the most of a text that may be empty', () => {
  const own = { schema: addDevice.body, toBody: (values: FormValues) => values }
  const fault = (installer: string) => fieldFault(own, { name: 'installer' }, { installer }, t)
  expect(fault('x'.repeat(DEVICE_LIMITS.textMax + 1))).toBe(`form.atMost {"max":${DEVICE_LIMITS.textMax}}`)
  expect(fault('')).toBeUndefined()
})

it('asks for what is missing, and for nothing when the field has no fault', () => {
  expect(fieldFault(form, { name: 'roleId' }, {}, t)).toBe('form.required {}')
  expect(fieldFault(form, { name: 'nodeId' }, {}, t)).toBeUndefined()
  expect(fieldFault(form, { name: 'password' }, { password: 'plain' }, t)).toBe('form.invalid {}')
})

it('names control characters and invisible marks in a text', () => {
  const fault = (name: string) => fieldFault(form, { name: 'name' }, { name }, t)
  for (const name of ['ab\0cd', 'ab\u202ecd', 'ab\ud800cd', 'ab\ncd'])
    expect(fault(name)).toBe('form.oneLine {}')
  expect(fault('abcd')).toBeUndefined()
})

it('says which characters a login name has', () => {
  const fault = (loginName: string) => fieldFault(form, { name: 'loginName' }, { loginName }, t)
  for (const loginName of ['gate 7', 'gate-7', '东门岗']) expect(fault(loginName)).toBe('form.loginName {}')
  expect(fault('Gate_7')).toBeUndefined()
})

it('says what the field says of itself when it is empty, or not as the contract wants it', () => {
  const field = { name: 'loginName', missing: 'who?', invalid: 'no name' } as const
  expect(fieldFault(form, field, { loginName: ' ' }, t)).toBe('who?')
  expect(fieldFault(form, field, {}, t)).toBe('who?')
  expect(fieldFault(form, field, { loginName: 'ab' }, t)).toBe('form.length {"min":3,"max":12}')
  const mail = { name: 'email', invalid: 'no address' } as const
  expect(fieldFault(form, mail, { email: 'here' }, t)).toBe('no address')
  expect(fieldFault(form, mail, { email: '' }, t)).toBeUndefined()
})

it("lets a field's own rule speak first", () => {
  expect(fieldFault(form, { name: 'loginName', check: () => 'taken' }, { loginName: 'x' }, t)).toBe('taken')
})

it('sees changes of what the form was opened with only', () => {
  expect(isChanged({ a: 1, b: ['x'] }, { a: 1, b: ['x'], c: 2 })).toBe(false)
  expect(isChanged({ a: 1, b: ['x'] }, { a: 1, b: ['y'] })).toBe(true)
})

it('of what somebody else changed meanwhile, takes what the operator has not edited and keeps what was entered', () => {
  const initial = { name: 'Gate', type: 1, list: [1, 2] }
  const entered = { ...initial, name: 'Mine' }
  const now = { name: 'Theirs', type: 1, list: [1, 2, 3] }
  expect(changedMeanwhile(initial, entered, now)).toEqual({
    changed: ['name', 'list'],
    untouched: { list: [1, 2, 3] },
  })
  expect(changedMeanwhile(initial, entered, { ...initial, list: [1, 2] }).changed).toEqual([])
})
