import { USER_CALLS } from '@backlot/contract/users/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestPlatform, hash, type TestPlatform } from '../test-platform.test-support.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform[Symbol.asyncDispose]())

const idOf = (loginName: string) => platform.areas.users.book.byLoginName(loginName)?.userId ?? 0
const roleOf = (name: string) =>
  platform.areas.users.book.roles().find((role) => role.name === name)?.roleId ?? 0
const noticesOf = () => platform.outbox.drain(platform.hostClock.now()).notices
const newUser = (more: object = {}) => ({
  loginName: 'fresh',
  name: 'Fresh user',
  password: hash('Fresh@2026'),
  roleId: roleOf('Operator'),
  nodeId: 2,
  ...more,
})

test('every user call of the contract has a route', () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of USER_CALLS) expect(routed).toContain(name)
})

test('an administrator adds an account that can sign in and is bound to its node', async () => {
  const admin = await platform.signIn('admin')
  const added = await admin.post('/user/add', newUser())
  expect(added.code).toBe(0)
  expect((await admin.post('/user/add', newUser({ loginName: 'FRESH' }))).code).toBe(409)
  expect((await admin.post('/user/add', newUser({ loginName: 'other', roleId: 99 }))).code).toBe(404)
  expect((await admin.post('/user/add', newUser({ loginName: 'other', nodeId: 99 }))).code).toBe(404)
  expect((await platform.tryToSignIn('fresh', 'Fresh@2026')).code).toBe(0)
  const { data } = (await admin.get('/user/list?name=fresh')) as unknown as { data: { list: object[] } }
  expect(data.list).toMatchObject([{ loginName: 'fresh', nodeName: 'South', roleName: 'Operator', type: 1 }])
})

test('deleting an account takes its sub-accounts and their sessions along', async () => {
  const admin = await platform.signIn('admin')
  const south = await platform.signIn('south')
  noticesOf()
  const north = idOf('north')
  const deleted = await admin.post('/user/delete', { userId: north })
  expect(deleted.data).toEqual({ deleted: [north, idOf('south') || north + 1] })
  expect(noticesOf()).toEqual([
    { userId: north, notice: 'deleted' },
    { userId: north + 1, notice: 'deleted' },
  ])
  expect((await south.get('/user/getInfo')).code).toBe(20011)
  expect((await platform.tryToSignIn('south')).code).toBe(20003)
})

test('nobody deletes the own account, nor the last that manages users', async () => {
  const admin = await platform.signIn('admin')
  expect((await admin.post('/user/delete', { userId: idOf('admin') })).code).toBe(409)
  expect((await admin.post('/user/update', { userId: idOf('admin'), locked: true })).code).toBe(409)
  const demote = { userId: idOf('admin'), roleId: roleOf('Operator') }
  expect(await admin.post('/user/update', demote)).toMatchObject({
    code: 409,
    msg: 'At least one account must be able to manage users',
  })
})

test('a role loses a route and its users are told and refused at once', async () => {
  const admin = await platform.signIn('admin')
  const north = await platform.signIn('north')
  expect((await north.get('/alarm/list')).code).toBe(0)
  noticesOf()
  const permission = [{ target: '/realTime' }]
  expect((await admin.post('/role/update', { roleId: roleOf('Operator'), permission })).code).toBe(0)
  expect(noticesOf()).toContainEqual({ userId: idOf('north'), notice: 'permissionChanged' })
  expect(platform.revoked).toContain(north.sessionId)
  expect(await north.get('/alarm/list')).toMatchObject({ code: 40003, status: 403 })
  const unknown = await admin.post('/role/update', {
    roleId: roleOf('Operator'),
    permission: [{ target: '/nowhere' }],
  })
  expect(unknown.code).toBe(400)
})

test('a locked account loses its sessions and opens again', async () => {
  const admin = await platform.signIn('admin')
  const north = await platform.signIn('north')
  expect((await admin.post('/user/update', { userId: idOf('north'), locked: true })).code).toBe(0)
  expect((await north.get('/user/getInfo')).code).toBe(20011)
  expect((await platform.tryToSignIn('north')).code).toBe(20004)
  expect((await admin.post('/user/update', { userId: idOf('north'), locked: false })).code).toBe(0)
  expect((await platform.tryToSignIn('north')).code).toBe(0)
})

test('an administrator opens an account that locked itself by failures', async () => {
  const admin = await platform.signIn('admin')
  for (let i = 0; i < 5; i++) await platform.tryToSignIn('north', 'wrong')
  const { data } = (await admin.get('/user/list?name=north')) as unknown as {
    data: { list: { loginName: string; locked: boolean }[] }
  }
  expect(data.list[0]).toMatchObject({ loginName: 'north', locked: true })
  await admin.post('/user/update', { userId: idOf('north'), locked: false })
  expect((await platform.tryToSignIn('north')).code).toBe(0)
})

test('kicking ends all sessions of an account and says how many there were', async () => {
  const admin = await platform.signIn('admin')
  await platform.signIn('north')
  const second = await platform.signIn('north')
  expect((await admin.post('/user/kick', { userId: idOf('north') })).data).toEqual({ sessions: 2 })
  expect((await second.get('/user/getInfo')).code).toBe(20011)
})

test('what people change is in the audit log with who did it', async () => {
  const admin = await platform.signIn('admin')
  await admin.post('/user/add', newUser())
  const rows = platform.store.read
    .prepare('SELECT action, login_name AS loginName, at_ms AS atMs FROM audit_log ORDER BY id')
    .all()
  expect(rows).toEqual([
    { action: 'session.login', loginName: 'admin', atMs: platform.platformClock.now() },
    { action: 'users.add', loginName: 'admin', atMs: platform.platformClock.now() },
  ])
})

type Rows<Row> = { data: { list: Row[]; total: number } }

test('the list is searched, sorted and says who created whom and who is signed in', async () => {
  const admin = await platform.signIn('admin')
  await platform.signIn('south')
  const sorted = (await admin.get('/user/list?sort=loginName&order=desc&pageSize=2')) as unknown as Rows<{
    loginName: string
  }>
  expect(sorted.data.total).toBe(5)
  expect(sorted.data.list.map(({ loginName }) => loginName)).toEqual(['south', 'single'])
  const found = (await admin.get('/user/list?name=%20NORTH')) as unknown as Rows<object>
  expect(found.data.list).toMatchObject([
    { loginName: 'north', creatorName: 'admin', sessions: 0, subAccounts: 1 },
  ])
  const south = (await admin.get('/user/list?name=south')) as unknown as Rows<object>
  expect(south.data.list).toMatchObject([{ creatorName: 'north', sessions: 1, subAccounts: 0 }])
})

test('a role is made, named once only, and goes when nobody has it', async () => {
  const admin = await platform.signIn('admin')
  const permission = [{ target: '/realTime' }, { target: '/realTime' }]
  const made = await admin.post('/role/add', { name: 'Night watch', permission })
  expect(made).toMatchObject({ code: 0, data: { roleId: roleOf('Night watch') } })
  expect((await admin.post('/role/add', { name: 'night WATCH', permission })).code).toBe(409)
  expect((await admin.post('/role/add', { name: 'Other', permission: [{ target: '/nowhere' }] })).code).toBe(
    400,
  )
  const found = (await admin.get('/role/list?name=night')) as unknown as Rows<object>
  expect(found.data.list).toMatchObject([{ permission: [{ target: '/realTime' }], users: 0 }])
  expect(await admin.post('/role/delete', { roleId: roleOf('Operator') })).toMatchObject({
    code: 409,
    msg: 'There are accounts with this role',
  })
  expect((await admin.post('/role/delete', { roleId: roleOf('Night watch') })).code).toBe(0)
  expect(roleOf('Night watch')).toBe(0)
})

test('a role that the platform named is told in the language of who asks, until somebody names it', async () => {
  const [english, chinese] = [await platform.signIn('admin'), await platform.signIn('admin', 'zh')]
  const permission = [{ target: '/realTime' }]
  const { data } = (await chinese.post('/role/add', { name: '调度员', permission })) as unknown as {
    data: { roleId: number }
  }
  const named = async (client: typeof english, name: string) =>
    ((await client.get(`/role/list?name=${encodeURIComponent(name)}`)) as unknown as Rows<object>).data.list
  expect(await named(english, 'dispatch')).toMatchObject([{ roleId: data.roleId, name: 'Dispatcher' }])
  expect(await named(chinese, '调度')).toMatchObject([{ roleId: data.roleId, name: '调度员' }])
  expect((await english.post('/role/add', { name: 'Dispatcher', permission })).code).toBe(409)
  // Saved as it was told: the same name.
  expect((await chinese.post('/role/update', { roleId: data.roleId, name: '调度员' })).code).toBe(0)
  expect(await named(english, 'Dispatcher')).toHaveLength(1)
  expect((await chinese.post('/role/update', { roleId: data.roleId, name: '夜班调度' })).code).toBe(0)
  expect(await named(english, '夜班调度')).toMatchObject([{ name: '夜班调度' }])
  expect((await english.post('/role/delete', data)).code).toBe(0)
})
