import { USER_CALLS } from '@backlot/contract/users/calls'
import type { Role } from '@backlot/contract/users/entities'
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

type TestClient = Awaited<ReturnType<TestPlatform['signIn']>>
const idOf = (loginName: string) => platform.areas.accounts.byLoginName(loginName)?.userId ?? 0
const roleOf = (name: string) =>
  platform.areas.accounts.roles().find((role) => role.name === name)?.roleId ?? 0
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
    msg: 'At least one administrator without a group limit must be able to manage users and roles',
  })
  // An administrator of a group keeps no platform administrable.
  const boundedOne = newUser({ loginName: 'local', roleId: roleOf('Administrator') })
  expect((await admin.post('/user/add', boundedOne)).code).toBe(0)
  expect((await admin.post('/user/update', demote)).code).toBe(409)
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
    msg: 'Accounts still have this role',
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
  // Saved as it was shown: the same name.
  expect((await chinese.post('/role/update', { roleId: data.roleId, name: '调度员' })).code).toBe(0)
  expect(await named(english, 'Dispatcher')).toHaveLength(1)
  expect((await chinese.post('/role/update', { roleId: data.roleId, name: '夜班调度' })).code).toBe(0)
  expect(await named(english, '夜班调度')).toMatchObject([{ name: '夜班调度' }])
  expect((await english.post('/role/delete', data)).code).toBe(0)
})

/** Two accounts that manage users and roles of the north, and one of the south, all made by the administrator. */
async function managers() {
  const admin = await platform.signIn('admin')
  const permission = ['/index', '/systemManange/userManage', '/systemManange/rolesManage']
  const add = await admin.post('/role/add', {
    name: 'Managers',
    type: 2,
    permission: permission.map((target) => ({ target })),
  })
  expect(add.code).toBe(0)
  const clients = []
  for (const [loginName, nodeId] of [
    ['northboss', 1],
    ['northtwo', 1],
    ['southboss', 2],
  ] as const) {
    const user = newUser({ loginName, nodeId, roleId: roleOf('Managers'), password: hash(PASSWORD) })
    expect((await admin.post('/user/add', user)).code).toBe(0)
    clients.push(await platform.signIn(loginName))
  }
  const [north, northTwo, south] = clients as [typeof admin, typeof admin, typeof admin]
  return { admin, north, northTwo, south }
}
const nobody = {
  action: 'users.update',
  actor: { userId: 0, loginName: '', atMs: 0, address: '', requestId: '' },
}
/** No call gives an account type 0: scenarios do. */
async function makeTypeZero(loginName: string) {
  const change = { type: 0 } as object
  await platform.store.write('users.update', { ...nobody, userId: idOf(loginName), change })
  platform.areas.accounts.reload()
}
const HOME = [{ target: '/index' }]
const rolesSeen = async (client: TestClient) =>
  ((await client.get('/role/list?sort=name')) as unknown as Rows<Role>).data.list

test('a role belongs to who made it: strangers neither change, delete nor assign it', async () => {
  const { admin, north, northTwo, south } = await managers()
  expect(await rolesSeen(admin)).toMatchObject([
    { name: 'Administrator', type: 0, ownerName: 'admin', refused: null },
    { name: 'Managers', type: 2, ownerName: 'admin' },
    { name: 'Nobody', ownerName: 'admin' },
    { name: 'Operator', ownerName: 'admin' },
  ])
  const made = await north.post('/role/add', { name: 'Gate watch', type: 3, permission: HOME })
  expect(made.code).toBe(0)
  const roleId = roleOf('Gate watch')
  for (const stranger of [northTwo, south]) {
    expect((await stranger.post('/role/update', { roleId, permission: [] })).code).toBe(404)
    expect((await stranger.post('/role/delete', { roleId })).code).toBe(404)
    const user = newUser({ loginName: 'sub', roleId, nodeId: stranger === south ? 2 : 1 })
    expect((await stranger.post('/user/add', user)).code).toBe(40003)
  }
  for (const name of ['Administrator', 'Managers', 'Nobody']) {
    const change = { roleId: roleOf(name), permission: [] }
    expect((await north.post('/role/update', change)).code).toBe(name === 'Administrator' ? 404 : 40003)
    expect((await north.post('/role/delete', { roleId: roleOf(name) })).status).toBeGreaterThan(400)
  }
  expect(await rolesSeen(north)).toMatchObject([
    { name: 'Gate watch', type: 3, ownerName: 'northboss', refused: null, assignable: true },
    { name: 'Managers', refused: 'notOwn', assignable: true },
    { name: 'Nobody', refused: 'notOwn' },
  ])
  expect((await north.post('/role/update', { roleId, name: 'Gates', type: 1 })).code).toBe(0)
  expect((await admin.post('/role/update', { roleId, permission: [] })).code).toBe(0)
  expect((await north.post('/role/delete', { roleId })).code).toBe(0)
})

test('nobody gives what they do not have, by a role, an account or a change of either', async () => {
  const { admin, north } = await managers()
  const more = [{ target: '/realTime' }]
  expect((await north.post('/role/add', { name: 'More', permission: more })).code).toBe(40003)
  await north.post('/role/add', { name: 'Less', permission: HOME })
  const roleId = roleOf('Less')
  expect((await north.post('/role/update', { roleId, permission: more })).code).toBe(40003)
  const sub = newUser({ loginName: 'sub', nodeId: 1, roleId })
  expect((await north.post('/user/add', { ...sub, roleId: roleOf('Operator') })).code).toBe(40003)
  for (const nodeId of [0, 2]) expect((await north.post('/user/add', { ...sub, nodeId })).code).toBe(404)
  expect((await north.post('/user/add', sub)).code).toBe(0)
  const userId = idOf('sub')
  for (const change of [{ roleId: roleOf('Administrator') }, { nodeId: 0 }, { nodeId: 2 }]) {
    expect((await north.post('/user/update', { userId, ...change })).status).toBeGreaterThan(400)
  }
  // A widened role is no longer the owner's to change, nor one that the administrator gave to others.
  const given = newUser({ loginName: 'others', roleId })
  expect((await admin.post('/user/add', given)).code).toBe(0)
  expect(await north.post('/role/update', { roleId, permission: [] })).toMatchObject({
    code: 40003,
    msg: 'Users you do not manage have this role. Create a new one',
  })
  await admin.post('/user/delete', { userId: idOf('others') })
  await admin.post('/role/update', { roleId, permission: [...HOME, ...more] })
  expect((await north.post('/role/update', { roleId, permission: HOME })).code).toBe(40003)
})

test('a sub-account that has more than its creator is changed by administrators alone', async () => {
  const { admin, north } = await managers()
  await north.post('/user/add', newUser({ loginName: 'sub', nodeId: 1, roleId: roleOf('Nobody') }))
  const userId = idOf('sub')
  const changes = () => [
    north.post('/user/update', { userId, name: 'Renamed' }),
    north.post('/user/update', { userId, locked: true }),
    north.post('/user/kick', { userId }),
    north.post('/user/delete', { userId }),
  ]
  for (const change of [{ nodeId: 2 }, { nodeId: 1, roleId: roleOf('Operator') }]) {
    expect((await admin.post('/user/update', { userId, ...change })).code).toBe(0)
    for (const answer of await Promise.all(changes())) expect(answer.code).toBe(40003)
    const list = ((await north.get('/user/list?name=sub')) as unknown as Rows<object>).data.list
    expect(list).toMatchObject([{ refused: 'tooStrong' }])
  }
  await admin.post('/user/update', { userId, roleId: roleOf('Nobody') })
  expect((await north.post('/user/update', { userId, name: 'Renamed' })).code).toBe(0)
})

test('an administrator bounded to a group administers what it created, and no more', async () => {
  const admin = await platform.signIn('admin')
  await admin.post(
    '/user/add',
    newUser({ loginName: 'local', roleId: roleOf('Administrator'), password: hash(PASSWORD) }),
  )
  await makeTypeZero('local')
  const local = await platform.signIn('local')
  const seen = (await local.get('/user/list')) as unknown as Rows<{ loginName: string }>
  expect(seen.data.list.map(({ loginName }) => loginName)).toEqual(['local'])
  expect((await local.post('/user/update', { userId: idOf('north'), locked: true })).code).toBe(404)
  const change = { roleId: roleOf('Operator'), permission: [] }
  expect((await local.post('/role/update', change)).code).toBe(40003)
})

test('the administrator role keeps its type and what it takes to give rights, and stays', async () => {
  const admin = await platform.signIn('admin')
  const roleId = roleOf('Administrator')
  const KEPT = ['/systemManange/userManage', '/systemManange/rolesManage']
  for (const permission of [[], [KEPT[0]!], [KEPT[1]!]]) {
    const change = { roleId, permission: permission.map((target) => ({ target })) }
    expect((await admin.post('/role/update', change)).code).toBe(409)
  }
  expect((await admin.post('/role/update', { roleId, type: 1 })).code).toBe(409)
  expect((await admin.post('/role/update', { roleId, type: 0 })).code).toBe(400)
  expect((await admin.post('/role/add', { name: 'Second', type: 0, permission: HOME })).code).toBe(400)
  expect((await admin.post('/role/delete', { roleId })).code).toBe(409)
  const kept = { roleId, permission: KEPT.map((target) => ({ target })) }
  expect((await admin.post('/role/update', kept)).code).toBe(0)
})

test('two administrators who demote each other at once leave one', async () => {
  const admin = await platform.signIn('admin')
  await admin.post('/user/add', newUser({ loginName: 'second', nodeId: 0, roleId: roleOf('Administrator') }))
  await makeTypeZero('second')
  const roleId = roleOf('Operator')
  const demote = (loginName: string) =>
    platform.store.write('users.update', { ...nobody, userId: idOf(loginName), change: { roleId: roleId } })
  const ends = await Promise.allSettled([demote('admin'), demote('second')])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('roles of a deleted account pass to who created it', async () => {
  const { admin, north } = await managers()
  await north.post('/role/add', { name: 'Gate watch', permission: HOME })
  await admin.post('/user/delete', { userId: idOf('northboss') })
  expect(await rolesSeen(admin)).toContainEqual(
    expect.objectContaining({ name: 'Gate watch', ownerName: 'admin' }),
  )
})
