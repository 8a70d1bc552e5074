import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../test-platform.test-support.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

type Row = { id: number; name: string; sn: string }

test('favourites are the own ones: added, ordered, renamed and removed', async () => {
  const north = await platform.signIn('north')
  const south = await platform.signIn('south')
  const list = async (client: typeof north) =>
    ((await client.get('/favorites/list')) as unknown as { data: { list: Row[] } }).data.list
  const add = (body: object) => north.post('/favorites/add', { name: 'Gate', sn: 'N-PTZ', chnId: 1, ...body })

  const { id } = (await add({ sort: 2 })).data as { id: number }
  expect((await add({})).code).toBe(409)
  expect((await add({ sn: 'S-PTZ' })).code).toBe(404)
  expect((await add({ chnId: 9 })).code).toBe(404)
  expect((await add({ sn: 'N-CAR', name: 'Patrol', sort: 1 })).code).toBe(0)
  expect((await list(north)).map(({ name }) => name)).toEqual(['Patrol', 'Gate'])
  expect(await list(south)).toEqual([])

  expect((await south.post('/favorites/update', { id, name: 'Mine' })).code).toBe(404)
  expect((await north.post('/favorites/update', { id, name: 'Main gate', sort: 0 })).code).toBe(0)
  expect((await list(north)).map(({ name }) => name)).toEqual(['Main gate', 'Patrol'])
  expect((await north.post('/favorites/delete', { sn: 'N-CAR', chnId: 1 })).code).toBe(0)
  expect((await north.post('/favorites/delete', { id })).code).toBe(0)
  expect(await list(north)).toEqual([])
})

test('a folder goes with what lies in it', async () => {
  const north = await platform.signIn('north')
  const folder = { type: 0, name: 'Folder', sn: '-', chnId: 0 }
  const { id } = (await north.post('/favorites/add', folder)).data as { id: number }
  await north.post('/favorites/add', { parentId: id, name: 'Inside', sn: 'N-PTZ', chnId: 1 })
  expect((await north.post('/favorites/add', { parentId: 999, name: 'x', sn: 'N-CAR', chnId: 1 })).code).toBe(
    404,
  )
  await north.post('/favorites/delete', { id })
  expect((await north.get('/favorites/list')).data).toMatchObject({ total: 0 })
})
