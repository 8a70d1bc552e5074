import { CODES } from '@backlot/contract/codes'
import type { Role, User } from '@backlot/contract/users/entities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestPlatform,
  hash,
  PASSWORD,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform[Symbol.asyncDispose]())

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
const idOf = (loginName: string) => platform.areas.accounts.byLoginName(loginName)?.userId ?? 0
const roleOf = (name: string) =>
  platform.areas.accounts.roles().find((role) => role.name === name)?.roleId ?? 0
const noticesOf = () => platform.outbox.drain(platform.hostClock.now()).notices
const newUser = (more: object = {}) => ({
  loginName: 'fresh',
  name: '张伟',
  password: hash(PASSWORD),
  roleId: roleOf('Operator'),
  nodeId: 2,
  ...more,
})
async function seen(client: Client, loginName: string): Promise<User> {
  // The test client leaves the form of data open; the contract names it.
  const { data } = (await client.get(`/user/list?name=${loginName}`)) as unknown as { data: { list: User[] } }
  return data.list[0]!
}
const POINT = { latitude: 39.9, longitude: 116.4, zoom: 12 }

test('type, right to process again, place, mail and phone are set with a new account and reach its sign-in', async () => {
  const admin = await platform.signIn('admin')
  const given = {
    type: 0,
    firstProcess: 0,
    point: POINT,
    email: 'zhang@backlot.example',
    phoneNumber: '13800000009',
  }
  expect((await admin.post('/user/add', newUser(given))).code).toBe(0)
  expect(await seen(admin, 'fresh')).toMatchObject({ name: '张伟', ...given, version: 1 })
  const { data } = await (await platform.signIn('fresh')).get('/user/getInfo')
  const { point, ...told } = given
  expect(data).toMatchObject({ userInfo: { name: '张伟', ...told, config: { point } } })
  // Left out, they are those of an ordinary user.
  await admin.post('/user/add', newUser({ loginName: 'plain' }))
  expect(await seen(admin, 'plain')).toMatchObject({
    ...{ type: 1, firstProcess: 1, point: null, email: '', phoneNumber: '' },
  })
})

test('they are changed one by one, and a place is taken away', async () => {
  const admin = await platform.signIn('admin')
  await platform.signIn('north')
  const userId = idOf('north')
  const changed = async (change: object) => {
    expect((await admin.post('/user/update', { userId, ...change })).code).toBe(0)
    return seen(admin, 'north')
  }
  expect(await changed({ point: POINT })).toMatchObject({ point: POINT, type: 1 })
  expect(await changed({ email: 'n@backlot.example' })).toMatchObject({
    email: 'n@backlot.example',
    point: POINT,
  })
  noticesOf()
  expect(await changed({ firstProcess: 0 })).toMatchObject({ firstProcess: 0 })
  // The console must know of it: it shows the process section by this right.
  expect(noticesOf()).toEqual([{ userId, notice: 'permissionChanged' }])
  expect(await changed({ point: null, email: '' })).toMatchObject({ point: null, email: '' })
})

test.each([
  ['email', { email: 'nobody' }],
  ['phoneNumber', { phoneNumber: '12' }],
  ['point.latitude', { point: { latitude: 91, longitude: 0 } }],
  ['type', { type: 2 }],
  ['firstProcess', { firstProcess: 2 }],
])('a wrong %s is refused and changes nothing', async (field, change) => {
  const admin = await platform.signIn('admin')
  const before = await seen(admin, 'north')
  const answers = [
    await admin.post('/user/update', { userId: idOf('north'), name: 'Other', ...change }),
    await admin.post('/user/add', newUser(change)),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ code: CODES.invalid, data: { field } })
  expect(await seen(admin, 'north')).toEqual(before)
  expect(idOf('fresh')).toBe(0)
})

test('a login name has digits, letters and underscores, and the refusal says so in both languages', async () => {
  const admin = await platform.signIn('admin')
  const chinese = await platform.signIn('admin', 'zh')
  expect((await admin.post('/user/add', newUser({ loginName: 'Post_7' }))).code).toBe(0)
  for (const loginName of ['post 7', 'post-7', 'post@7', '张伟伟', 'poste\u0301']) {
    const user = newUser({ loginName })
    expect(await admin.post('/user/add', user)).toMatchObject({
      code: CODES.invalid,
      msg: 'loginName: must contain only digits, letters (A to Z) and underscores',
    })
    expect((await chinese.post('/user/add', user)).msg).toBe('loginName: 只能包含数字、英文字母和下划线')
  }
  for (const loginName of ['ab', 'a'.repeat(13)])
    expect((await admin.post('/user/add', newUser({ loginName }))).code).toBe(CODES.invalid)
})

test('names of one or two characters are names, of persons as of roles', async () => {
  const admin = await platform.signIn('admin')
  expect((await admin.post('/user/update', { userId: idOf('north'), name: '李' })).code).toBe(0)
  expect((await admin.post('/user/updateMyInfo', { name: '王芳' })).code).toBe(0)
  expect((await admin.post('/role/add', { name: '值班', permission: [] })).code).toBe(0)
  expect((await admin.post('/user/update', { userId: idOf('north'), name: ' ' })).code).toBe(CODES.invalid)
  const long = { userId: idOf('north'), name: '长'.repeat(33) }
  expect((await admin.post('/user/update', long)).code).toBe(CODES.invalid)
})

test('types are given by administrators of everything alone, and processing again by who may do it', async () => {
  const admin = await platform.signIn('admin')
  const permission = ['/index', '/systemManange/userManage'].map((target) => ({ target }))
  await admin.post('/role/add', { name: 'Managers', permission })
  const roleId = roleOf('Managers')
  await admin.post('/user/add', newUser({ loginName: 'boss', roleId, nodeId: 1 }))
  const boss = await platform.signIn('boss')
  const sub = newUser({ roleId, nodeId: 1 })
  for (const change of [{ type: 0 }, { firstProcess: 0 }])
    expect((await boss.post('/user/add', { ...sub, ...change })).code).toBe(CODES.notPermitted)
  expect((await boss.post('/user/add', sub)).code).toBe(0)
  const userId = idOf('fresh')
  for (const change of [{ type: 0 }, { firstProcess: 0 }]) {
    expect((await boss.post('/user/update', { userId, ...change })).code).toBe(CODES.notPermitted)
    expect((await boss.post('/user/update', { userId: idOf('boss'), ...change })).code).toBe(
      CODES.notPermitted,
    )
  }
  await admin.post('/user/update', { userId: idOf('boss'), firstProcess: 0 })
  expect((await boss.post('/user/update', { userId, firstProcess: 0 })).code).toBe(0)
  // Bounded to a group, type 0 gives no type either.
  await admin.post('/user/update', { userId: idOf('boss'), type: 0 })
  expect((await boss.post('/user/update', { userId, type: 0 })).code).toBe(CODES.notPermitted)
})

test('nobody changes the own type, and the last administrator stays one', async () => {
  const admin = await platform.signIn('admin')
  const own = { userId: idOf('admin'), type: 1 }
  expect((await admin.post('/user/update', own)).code).toBe(CODES.conflict)
  const second = newUser({ loginName: 'second', type: 0, nodeId: 0, roleId: roleOf('Administrator') })
  expect((await admin.post('/user/add', second)).code).toBe(0)
  const other = await platform.signIn('second')
  expect((await other.post('/user/update', own)).code).toBe(0)
  expect((await other.post('/user/update', { userId: idOf('second'), locked: true })).code).toBe(
    CODES.conflict,
  )
})

test('of two administrators who edit one account, the second is refused and told why', async () => {
  const admin = await platform.signIn('admin')
  const { userId, version = 0 } = await seen(admin, 'north')
  expect((await admin.post('/user/update', { userId, version, name: 'First' })).code).toBe(0)
  expect(await admin.post('/user/update', { userId, version, email: 'b@backlot.example' })).toMatchObject({
    code: CODES.conflict,
    msg: 'Someone else has just changed this. Check it again first',
  })
  expect(await seen(admin, 'north')).toMatchObject({ name: 'First', email: '', version: version + 1 })
  // The user's own look is nothing that administrators edit; mail is.
  const north = await platform.signIn('north')
  await north.post('/user/updateMyInfo', { theme: '#112233' })
  expect((await seen(admin, 'north')).version).toBe(version + 1)
  await north.post('/user/updateMyInfo', { email: 'own@backlot.example' })
  expect((await seen(admin, 'north')).version).toBe(version + 2)
  await admin.post('/user/delete', { userId })
  const late = await admin.post('/user/update', { userId, version: version + 2, name: 'Late' })
  expect(late).toMatchObject({ code: CODES.notFound, msg: 'User not found' })
})

test('of two administrators who edit one role, the second is refused and nothing of theirs is kept', async () => {
  const admin = await platform.signIn('admin')
  const known = async () => {
    const { data }: { data: { list: Role[] } } = await admin.get('/role/list?name=oper')
    return data.list[0]!
  }
  const { roleId, version = 0 } = await known()
  const permission = [{ target: '/index' }]
  expect((await admin.post('/role/update', { roleId, version, permission })).code).toBe(0)
  expect(await admin.post('/role/update', { roleId, version, name: 'Second' })).toMatchObject({
    code: CODES.conflict,
    msg: 'Someone else has just changed this. Check it again first',
  })
  expect(await known()).toMatchObject({ name: 'Operator', permission, version: version + 1 })
  // A caller that names no version changes it as before.
  expect((await admin.post('/role/update', { roleId, name: 'Third' })).code).toBe(0)
})

test('roles are listed by type', async () => {
  const admin = await platform.signIn('admin')
  await admin.post('/role/add', { name: 'Watch', type: 3, permission: [] })
  const names = async (query: string) =>
    (
      (await admin.get(`/role/list?sort=name${query}`)) as unknown as { data: { list: { name: string }[] } }
    ).data.list.map(({ name }) => name)
  expect(await names('&type=3')).toEqual(['Watch'])
  expect(await names('&type=1')).toEqual(['Nobody', 'Operator'])
  expect(await names('&type=1&name=oper')).toEqual(['Operator'])
  expect((await admin.get('/role/list?type=9')).code).toBe(CODES.invalid)
})

test('who is idle for longer than the sign-out allows is not signed in, found by the sweep or not', async () => {
  const admin = await platform.signIn('admin')
  await platform.signIn('north')
  expect((await seen(admin, 'north')).sessions).toBe(1)
  const idleMs = 120 * 60_000
  platform.hostClock.advance(idleMs - 10_000)
  await admin.get('/user/getInfo')
  expect((await seen(admin, 'north')).sessions).toBe(1)
  platform.hostClock.advance(10_001)
  expect((await seen(admin, 'north')).sessions).toBe(0)
  expect(platform.areas.session.repository.count()).toBe(1)
})
