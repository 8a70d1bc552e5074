import { identityCheck } from '@backlot/contract/control-lists/entities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
beforeEach(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterEach(() => platform[Symbol.asyncDispose]())

const card = (order: string) => `1101011990010${order}${identityCheck(`1101011990010${order}`)}`
const PICTURE = `/upload/${'a'.repeat(32)}.jpg`
const woman = {
  name: '王芳',
  label: '重点人员',
  identityCard: card('1002'),
  sex: 0,
  birthday: '1990-01-01',
  phoneNumber: '13800138000',
  addr: 'Somewhere 1',
  face: PICTURE,
}

type Person = { id: number; name: string; version: number; enabled: boolean }
const list = async (query = '') =>
  (await admin.get(`/controlList/list?${query}`)).data as {
    list: Person[]
    total: number
    labels: unknown
  }

test('persons are entered, found, changed and taken off', async () => {
  const { id } = (await admin.post('/controlList/add', woman)).data as { id: number }
  const man = { ...woman, name: '李雷', label: '布控名单', identityCard: card('1013'), sex: 1 }
  await admin.post('/controlList/add', man)
  expect(await list()).toMatchObject({
    total: 2,
    labels: [
      { label: '布控名单', count: 1 },
      { label: '重点人员', count: 1 },
    ],
  })
  expect((await list('text=%E7%8E%8B')).list).toMatchObject([{ id, ...woman, enabled: true, version: 1 }])
  expect((await list('sex=1')).list.map(({ name }) => name)).toEqual(['李雷'])
  expect((await list('text=13800&label=%E9%87%8D%E7%82%B9%E4%BA%BA%E5%91%98')).total).toBe(1)
  const changed = { ...woman, id, version: 1, enabled: false }
  expect((await admin.post('/controlList/update', changed)).code).toBe(0)
  expect((await list('enabled=0')).list).toMatchObject([{ id, version: 2, enabled: false }])
  expect((await admin.post('/controlList/delete', { ids: [id] })).code).toBe(0)
  expect((await list()).total).toBe(1)
})

test('the second to change a person is refused, and nothing of the change is kept', async () => {
  const { id } = (await admin.post('/controlList/add', woman)).data as { id: number }
  await admin.post('/controlList/update', { ...woman, id, version: 1, addr: 'first' })
  const second = await admin.post('/controlList/update', { ...woman, id, version: 1, addr: 'second' })
  expect(second).toMatchObject({ code: 409, msg: expect.stringContaining('Someone else') })
  expect((await list()).list).toMatchObject([{ addr: 'first', version: 2 }])
})

test.each([
  ['identityCard', { identityCard: '110101199001011003' }],
  ['identityCard', { identityCard: '11010119900230100X' }],
  ['sex', { sex: 1 }],
  ['birthday', { birthday: '1990-01-02' }],
  ['birthday', { birthday: '1990-13-01' }],
  ['phoneNumber', { phoneNumber: '12345' }],
  ['name', { name: ' ' }],
  ['label', { label: '' }],
  ['face', { face: 'https://elsewhere/face.jpg' }],
  ['face', { face: '' }],
  ['addr', { addr: 'x'.repeat(256) }],
])('a person with a wrong %s is refused, by the name of the field', async (field, wrong) => {
  const answer = await admin.post('/controlList/add', { ...woman, ...wrong })
  expect(answer).toMatchObject({ code: 400 })
  expect(JSON.stringify(answer)).toContain(field)
  expect((await list()).total).toBe(0)
})

test('an identity card stands on the lists once; who takes several off takes all or none', async () => {
  const { id } = (await admin.post('/controlList/add', woman)).data as { id: number }
  expect((await admin.post('/controlList/add', { ...woman, name: '别人' })).code).toBe(409)
  expect((await admin.post('/controlList/delete', { ids: [id, 999] })).code).toBe(404)
  expect((await list()).total).toBe(1)
})

test("the demo's persons are put there once, with drawn faces that only a picture can be", async () => {
  const { identityCard, ...rest } = woman
  const persons = ['1002', '1029'].map((order) => ({ ...rest, identityCard: card(order), enabled: true }))
  await platform.store.write('controlLists.seed', { persons })
  await platform.store.write('controlLists.seed', { persons })
  const [first] = (await list('sort=name&order=asc')).list as (Person & { face: string })[]
  expect((await list()).total).toBe(2)
  const drawn = await admin.get(first!.face)
  expect(drawn.response.headers.get('content-type')).toContain('image/svg+xml')
  expect(drawn.response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(identityCard).toHaveLength(18)
})
