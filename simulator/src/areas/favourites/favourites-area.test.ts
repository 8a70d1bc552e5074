import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

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

test('favourites move into own folders and out of them, and folders not into themselves', async () => {
  const north = await platform.signIn('north')
  const south = await platform.signIn('south')
  const add = async (client: typeof north, body: object) =>
    ((await client.post('/favorites/add', body)).data as { id: number }).id
  const folder = await add(north, { type: 0, name: 'Gates' })
  const inner = await add(north, { type: 0, name: 'East', parentId: folder })
  const channel = await add(north, { name: 'Gate', sn: 'N-PTZ', chnId: 1 })
  const foreign = await add(south, { type: 0, name: 'Mine' })
  const move = (id: number, parentId: number) => north.post('/favorites/update', { id, parentId })

  expect((await north.post('/favorites/add', { name: 'No device' })).code).toBe(400)
  expect((await move(channel, inner)).code).toBe(0)
  // The test client leaves the form of data open; the contract names it.
  const { list } = (await north.get('/favorites/list')).data as unknown as { list: Row[] }
  expect(list.find(({ id }) => id === channel)).toMatchObject({ parentId: inner, type: 4 })
  expect(list.find(({ id }) => id === inner)).toMatchObject({ parentId: folder, type: 0, sn: '' })
  expect((await move(channel, foreign)).code).toBe(404)
  expect((await move(inner, channel)).code).toBe(404)
  for (const into of [folder, inner]) expect((await move(folder, into)).code).toBe(409)
  expect((await move(channel, 0)).code).toBe(0)
  expect((await north.post('/favorites/delete', { id: folder })).code).toBe(0)
  // The test client leaves the form of data open; the contract names it.
  const left = (await north.get('/favorites/list')).data as unknown as { list: Row[] }
  expect(left.list.map(({ id }) => id)).toEqual([channel])
  await north.post('/favorites/delete', { id: channel })
  await south.post('/favorites/delete', { id: foreign })
})

test('a folder goes with what lies in it', async () => {
  const north = await platform.signIn('north')
  const folder = { type: 0, name: 'Folder' }
  const { id } = (await north.post('/favorites/add', folder)).data as { id: number }
  await north.post('/favorites/add', { parentId: id, name: 'Inside', sn: 'N-PTZ', chnId: 1 })
  expect((await north.post('/favorites/add', { parentId: 999, name: 'x', sn: 'N-CAR', chnId: 1 })).code).toBe(
    404,
  )
  await north.post('/favorites/delete', { id })
  expect((await north.get('/favorites/list')).data).toMatchObject({ total: 0 })
})
