import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { hasCapability } from '@backlot/contract/capabilities'
import { CODES, NOT_AUTHORISED } from '@backlot/contract/codes'
import { logout } from '@backlot/contract/session/calls'
import type { UserInfo } from '@backlot/contract/session/entities'
import { addUser, listRoles, listUsers } from '@backlot/contract/users/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { DEMO_PASSWORD, Operator, type RawAnswer } from '../../testing/operator.ts'

const ROLES = ['Administrator', 'Dispatcher', 'Video operator', 'Environment analyst', 'Viewer'] as const
/** Who calls: somebody of each role, and an administrator whom a group bounds. */
const CALLERS = [...ROLES, 'Administrator of a group'] as const
/** Signing out ends the session of the row, so it comes last. */
const CALLS = [...PLATFORM_CALLS.filter(({ name }) => name !== logout.name), logout as unknown as AnyCall]

let simulator: LaunchedSimulator
const operators = new Map<string, Operator>()

beforeAll(async () => {
  simulator = await launchSimulator()
  const admin = await Operator.signIn(simulator.url)
  const { list: roles } = await admin.call(listRoles, { query: { pageSize: 100 }, headers: { lang: 'en' } })
  expect(roles.map(({ name }) => name).sort()).toEqual([...ROLES].sort())
  const { list } = await admin.call(listUsers, { query: { pageSize: 100 }, headers: { lang: 'en' } })
  for (const role of ROLES) {
    const user = list.find(({ roleName, loginName }) => roleName === role && loginName !== 'admin')
    if (!user) throw new Error(`Nobody has the role ${role}`)
    operators.set(role, await Operator.signIn(simulator.url, user.loginName))
  }
  const { nodeId } = list.find((user) => user.nodeId !== 0)!
  const { roleId } = roles.find(({ name }) => name === 'Administrator')!
  const password = Operator.hash(DEMO_PASSWORD)
  await admin.call(addUser, { body: { loginName: 'local', name: 'Local', password, roleId, nodeId } })
  operators.set('Administrator of a group', await Operator.signIn(simulator.url, 'local'))
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

/** Code that the contract expects for a user: a refusal code, or undefined when the call is granted. */
function refusalFor({ access, changes }: AnyCall, user: UserInfo | undefined): number | undefined {
  if (access.kind === 'public') return undefined
  if (!user) return CODES.notSignedIn
  if (access.kind !== 'routes') return undefined
  const isBounded = user.nodeId !== undefined && user.nodeId !== 0
  const { routes, anyOf } = access
  if (!user.permission.some(({ target }) => routes.includes(target))) return CODES.notPermitted
  const licensed = !anyOf || anyOf.some((capability) => hasCapability(user.systemFunction, capability))
  if (!licensed) return CODES.notLicensed
  return isBounded && changes === 'platform' ? CODES.notPermitted : undefined
}

/**
 * Makes a call with an empty input. That is enough: a refusal comes before the input is looked at, and a permitted
 * caller gets an answer or a fault of the input.
 */
function askEmpty(operator: Operator, call: AnyCall): Promise<RawAnswer> {
  return operator.ask(call, { params: { id: 0, index: 0, z: 3, x: 6, y: 3, file: 'none', fid: 'none' } })
}

function checkAnswer(call: AnyCall, answer: RawAnswer, refusal: number | undefined): void {
  if (refusal !== undefined) {
    expect(answer.code).toBe(refusal)
    expect(answer.status).toBe(refusal === CODES.notSignedIn ? 401 : 403)
    return
  }
  expect(NOT_AUTHORISED[answer.code], `${answer.code} ${answer.msg}`).toBeUndefined()
  expect(answer.status).toBeLessThan(500)
  if (answer.code === CODES.ok && !call.raw) call.data.parse(answer.data)
}

describe('nobody signed in', () => {
  it.each(CALLS)('$name is public or answers 401', async (call) => {
    checkAnswer(call, await askEmpty(new Operator(simulator.url), call), refusalFor(call, undefined))
  })
})

describe.each(CALLERS)('%s', (role) => {
  it.each(CALLS)('$name is granted or refused as the contract says', async (call) => {
    const operator = operators.get(role)
    if (!operator?.userInfo) throw new Error(`${role} is not signed in`)
    checkAnswer(call, await askEmpty(operator, call), refusalFor(call, operator.userInfo))
  })

  it('is told that the sign-in has ended after signing out', async () => {
    const operator = operators.get(role)
    if (!operator) throw new Error(`${role} is not signed in`)
    const answer = await operator.ask(logout, { headers: { authorization: `Bearer ${operator.sessionId}` } })
    expect(answer).toMatchObject({ code: CODES.sessionExpired, status: 401 })
  })
})

it('the matrix has refusals and grants for every role but the administrator, who may all', () => {
  for (const role of CALLERS) {
    const user = operators.get(role)?.userInfo
    const refused = CALLS.filter((call) => refusalFor(call, user) !== undefined).length
    if (role === 'Administrator') expect(refused).toBe(0)
    else expect(refused).toBeGreaterThan(3)
    expect(refused).toBeLessThan(CALLS.length - 8)
  }
})
