import { FIRST_POLLING, type Preplan, type PreplanDevice } from '@backlot/contract/preplans/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
let north: typeof admin
let south: typeof admin
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  const operator = (await admin.get('/role/list')).data as { list: { roleId: number; name: string }[] }
  const { roleId } = operator.list.find(({ name }) => name === 'Operator')!
  const permission = ['/index', '/realTime', '/videoPoll', '/videoPreplan'].map((target) => ({ target }))
  await admin.post('/role/update', { roleId, permission })
  north = await platform.signIn('north')
  south = await platform.signIn('south')
})
afterAll(() => platform[Symbol.asyncDispose]())

const plansOf = async (client: typeof admin) =>
  ((await client.get('/video/preplan/list')) as { data: { list: Preplan[] } }).data.list
const devicesOf = async (client: typeof admin, id: number) =>
  (
    (await client.get(`/video/preplan/dev/list?preplanId=${id}`)) as unknown as {
      data: { list: PreplanDevice[] }
    }
  ).data.list
const dome = { sn: 'N-PTZ', chnId: 1 }
const car = { sn: 'N-CAR', chnId: 1 }
const southDome = { sn: 'S-PTZ', chnId: 1 }
const plan = (name: string, more: object = {}) => ({ name, pollingInterval: 10, window: 4, ...more })

test('a plan is made, listed, changed, moved and deleted', async () => {
  const { id } = (await north.post('/video/preplan/add', plan('Night', { list: [dome, car] }))).data as {
    id: number
  }
  const other = (await north.post('/video/preplan/add', plan('Day'))).data as { id: number }
  expect(await plansOf(north)).toMatchObject([
    {
      id,
      name: 'Night',
      window: 4,
      pollingInterval: 10,
      channels: 2,
      enabled: true,
      editable: true,
      sort: 1,
    },
    { id: other.id, name: 'Day', channels: 0, schedule: null, sort: 2, creatorName: 'North operator' },
  ])
  const schedule = { days: [1, 5], startTime: '22:00', endTime: '06:00' }
  expect(
    (
      await north.post('/video/preplan/update', {
        id: other.id,
        sort: 1,
        window: 9,
        enabled: false,
        schedule,
      })
    ).code,
  ).toBe(0)
  expect(await plansOf(north)).toMatchObject([
    { name: 'Day', window: 9, enabled: false, schedule, sort: 1 },
    { name: 'Night', sort: 2 },
  ])
  expect((await north.post('/video/preplan/delete', { id: other.id })).code).toBe(0)
  expect(await plansOf(north)).toMatchObject([{ name: 'Night', sort: 1 }])
  expect((await north.post('/video/preplan/delete', { id })).code).toBe(0)
  expect((await north.post('/video/preplan/delete', { id })).code).toBe(404)
})

test('of two who edit one plan or its channels, the second is refused', async () => {
  const { id } = (await admin.post('/video/preplan/add', plan('Shared', { list: [dome] }))).data as {
    id: number
  }
  const known = async () => (await plansOf(admin)).find((one) => one.id === id)!
  const { version = 0 } = await known()
  expect((await admin.post('/video/preplan/update', { id, version, window: 9 })).code).toBe(0)
  const late = await admin.post('/video/preplan/update', { id, version, name: 'Late' })
  expect(late).toMatchObject({ code: 409, msg: expect.stringContaining('Someone else') })
  expect(await known()).toMatchObject({ name: 'Shared', window: 9, version: version + 1 })
  await admin.post('/video/preplan/dev/add', { preplanId: id, list: [car] })
  expect((await admin.post('/video/preplan/update', { id, version: version + 1, window: 4 })).code).toBe(409)
  await admin.post('/video/preplan/delete', { id })
})

test('names are unique without regard to case, intervals are at least ten seconds, windows are layouts', async () => {
  const { id } = (await north.post('/video/preplan/add', plan('Gates'))).data as { id: number }
  expect((await south.post('/video/preplan/add', plan(' gates '))).code).toBe(409)
  expect((await north.post('/video/preplan/update', { id, name: 'GATES' })).code).toBe(0)
  expect((await north.post('/video/preplan/add', plan('x', { pollingInterval: 9 }))).code).toBe(400)
  expect((await north.post('/video/preplan/add', plan('x', { window: 5 }))).code).toBe(400)
  expect((await north.post('/video/preplan/add', plan(' '))).code).toBe(400)
  await north.post('/video/preplan/delete', { id })
})

test('channels are added once, put into order and taken out', async () => {
  const { id } = (await north.post('/video/preplan/add', plan('Rounds', { list: [dome] }))).data as {
    id: number
  }
  const add = await north.post('/video/preplan/dev/add', { preplanId: id, list: [dome, car] })
  expect(add.data).toEqual({ added: 1 })
  expect(await devicesOf(north, id)).toMatchObject([
    { ...dome, sort: 1, name: 'North dome', onlineStatus: 1 },
    { ...car, sort: 2 },
  ])
  await north.post('/video/preplan/dev/sort', { preplanId: id, list: [car] })
  expect((await devicesOf(north, id)).map(({ sn }) => sn)).toEqual(['N-CAR', 'N-PTZ'])
  await north.post('/video/preplan/dev/delete', { preplanId: id, list: [car] })
  expect((await devicesOf(north, id)).map(({ sn }) => sn)).toEqual(['N-PTZ'])
  // There is no such channel, and the south is out of sight.
  for (const list of [[{ sn: 'N-PTZ', chnId: 99 }], [southDome]]) {
    expect((await north.post('/video/preplan/dev/add', { preplanId: id, list })).code).toBe(404)
  }
  await north.post('/video/preplan/delete', { id })
})

test('others see a plan by its channels in their groups, and only its creator and administrators change it', async () => {
  const { id } = (await admin.post('/video/preplan/add', plan('Both', { list: [dome, southDome, car] })))
    .data as { id: number }
  expect(await plansOf(north)).toMatchObject([{ name: 'Both', channels: 2, editable: false }])
  expect((await devicesOf(south, id)).map(({ sn }) => sn)).toEqual(['S-PTZ'])
  expect(await plansOf(admin)).toMatchObject([{ name: 'Both', channels: 3, editable: true }])
  expect((await north.post('/video/preplan/update', { id, enabled: false })).code).toBe(40003)
  expect((await north.post('/video/preplan/delete', { id })).code).toBe(40003)
  await admin.post('/video/preplan/dev/delete', { preplanId: id, list: [dome, car] })
  expect(await plansOf(north)).toEqual([])
  expect((await north.get(`/video/preplan/dev/list?preplanId=${id}`)).code).toBe(404)
  await admin.post('/video/preplan/delete', { id })
})

test('everybody has a polling of their own, which goes with the account', async () => {
  expect((await north.get('/video/poll/get')).data).toEqual(FIRST_POLLING)
  const polling = { ...FIRST_POLLING, window: 9, pollingInterval: 30, list: [car, dome] }
  expect((await north.post('/video/poll/update', polling)).code).toBe(0)
  expect((await north.get('/video/poll/get')).data).toEqual(polling)
  expect((await south.get('/video/poll/get')).data).toEqual(FIRST_POLLING)
  expect((await north.post('/video/poll/update', { ...polling, list: [southDome] })).code).toBe(404)
  expect((await north.post('/video/poll/update', { ...polling, pollingInterval: 5 })).code).toBe(400)
  expect((await north.post('/video/poll/update', { ...polling, autoCloseMinutes: 0 })).code).toBe(400)
})
