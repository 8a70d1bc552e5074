import { SAVED_FILTERS_MAX } from '@backlot/contract/alarms/constants'
import type { SavedFilter } from '@backlot/contract/alarms/saved-filter-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  type TestPlatform,
} from '../../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
let north: typeof admin
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const add = async (client: typeof admin, name: string, query: Record<string, string> = { levels: '1' }) => {
  const answer = await client.post('/alarm/filter/add', { name, query })
  return { ...answer, id: (answer.data as { id?: number } | undefined)?.id ?? 0 }
}
const filtersOf = async (client: typeof admin) =>
  ((await client.get('/alarm/filter/list')).data as { list: SavedFilter[] }).list

test('a filter is saved, renamed, given other conditions and removed; a name is taken once, whatever its capitals', async () => {
  const { id } = await add(admin, 'Grave ones')
  await add(admin, 'All at night', { range: '24h' })
  expect((await filtersOf(admin)).map(({ name }) => name)).toEqual(['All at night', 'Grave ones'])
  expect(await add(admin, 'grave ONES')).toMatchObject({ code: 409, msg: 'This filter name already exists' })
  await admin.post('/alarm/filter/update', { id, name: 'The worst' })
  await admin.post('/alarm/filter/update', { id, query: { levels: '1,2' } })
  expect(await filtersOf(admin)).toContainEqual({ id, name: 'The worst', query: { levels: '1,2' } })
  await admin.post('/alarm/filter/delete', { id })
  expect((await filtersOf(admin)).map(({ name }) => name)).toEqual(['All at night'])
})

test('filters of others are as if they did not exist', async () => {
  const { id } = await add(admin, 'Mine')
  expect(await filtersOf(north)).toEqual([])
  expect(await north.post('/alarm/filter/update', { id, name: 'Stolen' })).toMatchObject({ code: 404 })
  expect(await north.post('/alarm/filter/delete', { id })).toMatchObject({ code: 404 })
  expect((await add(north, 'Mine')).code).toBe(0)
})

test('there is an end to how many are saved, and they go with their account', async () => {
  for (let n = 0; n < SAVED_FILTERS_MAX; n++) await add(north, `Filter ${n}`)
  expect(await add(north, 'One more')).toMatchObject({ code: 409, msg: 'At most 50 filters can be saved' })
  const user = platform.store.read.prepare("SELECT id FROM users WHERE login_name = 'north'").pluck().get()
  await admin.post('/user/delete', { userId: user })
  const left = platform.store.read.prepare('SELECT count(*) FROM alarm_filters WHERE user_id = ?').pluck()
  expect(left.get(user)).toBe(0)
})
