import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { CODES } from '@backlot/contract/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from './test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
beforeAll(async () => {
  platform = await createTestPlatform({ settings: { systemFunction: 0 } })
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const pathOf = ({ path }: AnyCall) => path.replace(/:\w+/g, '0')
const LIMITED = PLATFORM_CALLS.filter(({ access }) => access.kind === 'routes' && access.anyOf)

test('every call of the contract has exactly one route', () => {
  const routed = platform.areas.routes.map(({ call }) => call.name).sort()
  expect(routed).toEqual(PLATFORM_CALLS.map(({ name }) => name).sort())
})

test.each(LIMITED)('$name is refused on a platform without its function', async (call) => {
  const answer = await (call.method === 'GET' ? admin.get(pathOf(call)) : admin.post(pathOf(call)))
  expect(answer).toMatchObject({ code: CODES.notLicensed, status: 403 })
})

test('refusals over HTTP come in the language of the request too', async () => {
  const msgOf = async (client: typeof admin) => (await client.get('/alarm/list')).msg
  expect(await msgOf(admin)).toBe('This function is not enabled on this platform')
  expect(await msgOf(platform.client(admin.sessionId, 'zh'))).toBe('平台未启用此功能')
  expect(await msgOf(platform.client('nobody', 'zh'))).toBe('请先登录')
})

test('without meetings the tree has no meeting root', async () => {
  const { data } = (await admin.get('/deviceTreetable/list')) as unknown as {
    data: { list: { id: number }[] }
  }
  expect(data.list.map(({ id }) => id)).toEqual([1, 2])
})
