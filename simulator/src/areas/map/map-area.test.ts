import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

test('a tile goes out compressed, is revalidated, and is kept for good under its version', async () => {
  const tile = await admin.get('/map/tiles/3/1/2')
  expect(tile.response.headers.get('content-encoding')).toBe('gzip')
  expect([...new Uint8Array(await tile.response.arrayBuffer())]).toEqual([26, 2, 1, 2])
  const etag = tile.response.headers.get('etag') ?? ''
  expect((await admin.get('/map/tiles/3/1/2', { 'if-none-match': etag })).status).toBe(304)
  const pinned = await admin.get('/map/tiles/3/1/2?v=v1')
  expect(pinned.response.headers.get('cache-control')).toContain('immutable')
  expect((await admin.get('/map/tiles/3/1/2?v=old')).response.headers.get('cache-control')).toContain(
    'no-cache',
  )
})

test('an empty tile has no content and one outside the world does not exist', async () => {
  expect((await admin.get('/map/tiles/11/1/2')).status).toBe(204)
  expect((await admin.get('/map/tiles/3/8/0')).code).toBe(404)
})

test('positions have addresses', async () => {
  const { data } = await admin.get('/map/geocode/reverse?longitude=116.4&latitude=39.9')
  expect(data).toMatchObject({ text: { zh: '和安大街12号', en: '12 Hean Ave' } })
})
