import { addAlarmType } from '@backlot/contract/alarm-types/calls'
import { anyCall } from '@backlot/contract/call'
import { UserInfo } from '@backlot/contract/session/entities'
import { message } from '@backlot/simulator/kernel/messages'
import { expect, it } from 'vitest'
import { checkVisitor } from './check-visitor.ts'

const user = (fields: object) =>
  UserInfo.parse({
    ...{ userId: 1, name: 'A', loginName: 'a', systemName: { zh: '', en: '' }, systemFunction: 2 ** 31 - 1 },
    ...{ type: 1, firstProcess: 0, permission: [] },
    ...fields,
  })
const refusal = (fields: object) => {
  try {
    checkVisitor(anyCall(addAlarmType), { user: user(fields) }, 'en')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
const { access } = anyCall(addAlarmType)
const permission = (access.kind === 'routes' ? access.routes : []).map((target) => ({ target }))

it('what all groups share is changed by accounts of all groups alone', () => {
  expect(refusal({ permission, nodeId: 0 })).toBeUndefined()
  expect(refusal({ permission })).toBeUndefined()
  expect(refusal({ permission, nodeId: 7 })).toBe(message('platformWide', 'en'))
})

it('a call without its permission, or before a one-time password is changed, is refused', () => {
  expect(refusal({ permission: [] })).toBe(message('notPermitted', 'en'))
  expect(refusal({ permission, mustChangePassword: true })).toBe(message('passwordMustChange', 'en'))
})
