import type { Workspace, WorkspaceRole } from '@backlot/contract/workspaces/calls'
import { WORKSPACES_MAX } from '@backlot/contract/workspaces/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
type Client = Awaited<ReturnType<TestPlatform['signIn']>>
let admin: Client
let north: Client
let south: Client
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
  south = await platform.signIn('south')
})
afterAll(() => platform[Symbol.asyncDispose]())

const roleOf = (loginName: string) => platform.areas.accounts.byLoginName(loginName)!.roleId
const add = async (client: Client, name: string, more: object = {}) => {
  const body = { name, path: '/index', query: { z: '12' }, ...more }
  const answer = await client.post('/workspace/add', body)
  return { ...answer, id: (answer.data as { id?: number } | undefined)?.id ?? 0 }
}
const answerOf = async (client: Client) =>
  (await client.get('/workspace/list')).data as { list: Workspace[]; roles: WorkspaceRole[] }
const namesOf = async (client: Client) => (await answerOf(client)).list.map(({ name }) => name)
const find = async (client: Client, id: number) => (await answerOf(client)).list.find((one) => one.id === id)

test('a workspace is saved, renamed, given another content and removed; a name is taken once, whatever its capitals', async () => {
  const { id } = await add(admin, 'Night watch', { path: '/dispatch' })
  const other = await add(admin, 'Harbour')
  expect(await namesOf(admin)).toEqual(['Harbour', 'Night watch'])
  expect(await add(admin, 'night WATCH')).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/already have a workspace/),
  })
  expect(await admin.post('/workspace/update', { id: other.id, name: 'NIGHT watch' })).toMatchObject({
    code: 409,
  })
  await admin.post('/workspace/update', { id, name: 'Day watch' })
  await admin.post('/workspace/update', { id, path: '/realTime', query: { layout: '9' } })
  expect(await find(admin, id)).toMatchObject({
    name: 'Day watch',
    path: '/realTime',
    query: { layout: '9' },
    ownerName: 'admin',
    roleId: null,
    mayChange: true,
    isStart: false,
    version: 3,
  })
  await admin.post('/workspace/delete', { id })
  await admin.post('/workspace/delete', { id: other.id })
  expect(await namesOf(admin)).toEqual([])
})

test('workspaces of others are as if they did not exist until they are shared with the own role', async () => {
  const { id } = await add(north, 'Mine')
  expect(await find(south, id)).toBeUndefined()
  for (const call of ['update', 'delete', 'start'])
    expect(await south.post(`/workspace/${call}`, { id, name: 'Stolen' }), call).toMatchObject({ code: 404 })
  expect(await admin.post('/workspace/delete', { id })).toMatchObject({ code: 404 })

  await north.post('/workspace/update', { id, roleId: roleOf('north') })
  expect(roleOf('south')).toBe(roleOf('north'))
  expect(await find(south, id)).toMatchObject({ name: 'Mine', ownerName: 'north', mayChange: false })
  for (const call of ['update', 'delete'])
    expect(await south.post(`/workspace/${call}`, { id, name: 'Stolen' }), call).toMatchObject({
      code: 40003,
    })
  // Administrators put shared ones in order, and leave them shared.
  await admin.post('/workspace/update', { id, name: 'North' })
  expect(await find(south, id)).toMatchObject({ name: 'North', roleId: roleOf('north') })
  await admin.post('/workspace/delete', { id })
  expect(await find(north, id)).toBeUndefined()
})

test('a workspace is shared with the own role alone, by who sees roles with those too', async () => {
  expect((await answerOf(north)).roles.map(({ roleId }) => roleId)).toEqual([roleOf('north')])
  expect((await answerOf(admin)).roles.length).toBeGreaterThan(1)
  expect(await add(north, 'Up', { roleId: roleOf('admin') })).toMatchObject({
    code: 404,
    msg: 'Role not found',
  })
  const { id } = await add(admin, 'For operators', { roleId: roleOf('north') })
  expect(await find(north, id)).toMatchObject({ roleId: roleOf('north'), mayChange: false })
  await admin.post('/workspace/update', { id, roleId: null })
  expect(await find(north, id)).toBeUndefined()
  await admin.post('/workspace/delete', { id })
})

test('a workspace is about a screen that its user may open', async () => {
  const closed = '/systemManange/rolesManage'
  expect(await add(north, 'Roles', { path: closed })).toMatchObject({
    code: 40003,
    msg: expect.stringMatching(/may not open the screen/),
  })
  expect(await add(north, 'Nowhere', { path: '/nowhere' })).toMatchObject({ code: 400 })
  const { id } = await add(admin, 'Roles', { path: closed, roleId: roleOf('north') })
  expect(await find(north, id)).toBeUndefined()
  await admin.post('/workspace/delete', { id })
})

test('a change from an older version is refused and loses nothing', async () => {
  const { id } = await add(admin, 'Twice', { roleId: roleOf('admin') })
  expect((await admin.post('/workspace/update', { id, version: 1, query: { z: '9' } })).code).toBe(0)
  expect(await admin.post('/workspace/update', { id, version: 1, name: 'Late' })).toMatchObject({ code: 409 })
  expect(await find(admin, id)).toMatchObject({ name: 'Twice', query: { z: '9' } })
  await admin.post('/workspace/delete', { id })
})

test('a user has one workspace to start with, until it is taken back, unshared or gone', async () => {
  const first = await add(north, 'First')
  const second = await add(admin, 'Second', { roleId: roleOf('north') })
  const startOf = async () =>
    (await answerOf(north)).list.filter(({ isStart }) => isStart).map(({ name }) => name)
  await north.post('/workspace/start', { id: first.id })
  expect(await startOf()).toEqual(['First'])
  await north.post('/workspace/start', { id: second.id })
  expect(await startOf()).toEqual(['Second'])
  await admin.post('/workspace/update', { id: second.id, roleId: null })
  expect(await startOf()).toEqual([])
  await north.post('/workspace/start', { id: first.id })
  await north.post('/workspace/start', { id: null })
  expect(await startOf()).toEqual([])
  await north.post('/workspace/start', { id: first.id })
  await north.post('/workspace/delete', { id: first.id })
  expect(await startOf()).toEqual([])
})

test('there is an end to how many are saved, and they go with their account', async () => {
  const { id } = await add(south, 'Workspace 0')
  await south.post('/workspace/start', { id })
  for (let n = 1; n < WORKSPACES_MAX; n++) await add(south, `Workspace ${n}`)
  expect(await add(south, 'One more')).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/At most 100 workspaces/),
  })
  const { userId } = platform.areas.accounts.byLoginName('south')!
  await admin.post('/user/delete', { userId })
  for (const table of ['workspaces', 'workspace_starts']) {
    const left = platform.store.read.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck()
    expect(left.get(userId), table).toBe(0)
  }
})
