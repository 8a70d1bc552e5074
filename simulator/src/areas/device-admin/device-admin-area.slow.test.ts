import { readFileSync } from 'node:fs'
import type { ManagedDevice, ManagedGroup } from '@backlot/contract/device-admin/entities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'
import { zipOf } from '../../sheets/zip.test-support.ts'
import { createDeviceRepository } from './device-repository.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform[Symbol.asyncDispose]())

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Import = {
  list: { row: number; result: string; reasons: { column: string; text: string }[] }[]
  added: number
}

const NEW = {
  sn: '11010500001320000123',
  name: 'East gate 1',
  groupId: 1,
  typeId: 1,
  longitude: 116.41,
  latitude: 39.91,
}
const dataOf = <T>(answer: { data: unknown }) => answer.data as T
const listOf = async (client: Client, query = '') =>
  dataOf<{ list: ManagedDevice[]; total: number }>(await client.get(`/device/list?${query}`))
const groupsOf = async (client: Client) =>
  dataOf<{ list: ManagedGroup[] }>(await client.get('/device/group/list')).list
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../fixtures/sheets/${name}`, import.meta.url)))
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const send = (client: Client, bytes: Uint8Array, query: string) =>
  client.upload(`/device/import?groupId=1&${query}`, bytes, XLSX)
const audited = () =>
  (
    platform.store.read.prepare('SELECT action, target FROM audit_log ORDER BY id').all() as {
      action: string
    }[]
  ).map(({ action }) => action)

test('a device is added, found, changed, moved and removed, and the tree follows at once', async () => {
  const admin = await platform.signIn('admin')
  expect(await admin.post('/device/add', NEW)).toMatchObject({ code: 0, data: { sn: NEW.sn } })
  expect(platform.directory.deviceBySn(NEW.sn)).toMatchObject({
    groupId: 1,
    kind: 'camera',
    longitude: 116.41,
  })
  const { list } = await listOf(admin, 'text=east%20GATE')
  expect(list).toMatchObject([
    { sn: NEW.sn, typeName: 'Fixed camera', groupName: 'North', origin: 'added', version: 1 },
  ])

  const change = { sn: NEW.sn, version: 1, name: 'West gate 1', ability: 5, address: 'Gate', installer: '' }
  expect((await admin.post('/device/update', change)).code).toBe(0)
  expect((await admin.post('/device/update', change)).code).toBe(409)
  const devices = [{ sn: NEW.sn, version: 2 }]
  const north = await platform.signIn('north')
  expect((await admin.post('/device/move', { devices, groupId: 2 })).code).toBe(0)
  expect((await admin.post('/device/delete', { devices })).code).toBe(409)
  const south = await platform.signIn('south')
  const tree = dataOf<{ list: { name: string }[] }>(await south.get('/deviceTreetable/list?parentId=2'))
  expect(tree.list.map(({ name }) => name)).toContain('West gate 1')
  // Who saw it where it was has its streams open no longer.
  expect(platform.revoked).toEqual([north.sessionId])

  expect((await admin.post('/device/delete', { devices: [{ sn: NEW.sn, version: 3 }] })).code).toBe(0)
  expect(platform.directory.deviceBySn(NEW.sn)).toBeUndefined()
  expect((await listOf(admin, `text=${NEW.sn}`)).total).toBe(0)
  expect(audited().filter((action) => action.startsWith('deviceAdmin'))).toEqual([
    'deviceAdmin.add',
    'deviceAdmin.update',
    'deviceAdmin.move',
    'deviceAdmin.delete',
  ])
})

test('what is wrong with a new device is said with its field', async () => {
  const admin = await platform.signIn('admin')
  const refused = async (more: object) =>
    (await admin.post('/device/add', { ...NEW, ...more })).response.clone().json()
  expect(await refused({ sn: 'N-PTZ' })).toMatchObject({ code: 400, data: { field: 'sn' } })
  expect(await refused({ sn: 'N PTZ' })).toMatchObject({ code: 400, data: { field: 'sn' } })
  expect(await refused({ name: 'a\nb' })).toMatchObject({ code: 400, data: { field: 'name' } })
  expect(await refused({ name: 'x'.repeat(65) })).toMatchObject({ code: 400, data: { field: 'name' } })
  expect(await refused({ typeId: 99 })).toMatchObject({ code: 404, data: { field: 'typeId' } })
  expect(await refused({ groupId: 99 })).toMatchObject({ code: 404, data: { field: 'groupId' } })
  expect(await refused({ latitude: undefined })).toMatchObject({ code: 400, data: { field: 'latitude' } })
  expect(await refused({ longitude: 0, latitude: 0 })).toMatchObject({
    code: 400,
    data: { field: 'longitude' },
  })
  const car = { sn: '013900000777', typeId: 4 }
  expect(await refused(car)).toMatchObject({ code: 400, data: { field: 'longitude' } })
  expect((await admin.post('/device/add', NEW)).code).toBe(0)
  expect(await refused({})).toMatchObject({ code: 409, data: { field: 'sn' } })
})

test('groups are added, renamed, moved below others and deleted; what must not be is refused', async () => {
  const admin = await platform.signIn('admin')
  const added = dataOf<{ id: number }>(
    await admin.post('/device/group/add', { parentId: 1, name: 'Harbour' }),
  )
  expect((await admin.post('/device/group/add', { parentId: 1, name: 'HARBOUR' })).code).toBe(409)
  const below = dataOf<{ id: number }>(
    await admin.post('/device/group/add', { parentId: added.id, name: 'Pier' }),
  )
  const move = (id: number, parentId: number, version = 1) =>
    admin.post('/device/group/move', { id, parentId, version })
  expect((await move(added.id, below.id)).code).toBe(409)
  expect((await admin.post('/device/group/update', { id: added.id, version: 0, name: 'Port' })).code).toBe(
    409,
  )
  expect((await admin.post('/device/group/update', { id: added.id, version: 1, name: 'Port' })).code).toBe(0)
  const north = await platform.signIn('north')
  expect((await move(added.id, 2, 2)).code).toBe(0)
  expect(platform.revoked).toEqual([north.sessionId])
  expect((await groupsOf(admin)).map(({ name, parentId }) => [name, parentId])).toEqual([
    ['North', 0],
    ['South', 0],
    ['Port', 2],
    ['Pier', added.id],
  ])
  expect((await admin.post('/device/group/delete', { id: added.id, version: 3 })).code).toBe(409)
  expect((await admin.post('/device/group/delete', { id: below.id, version: 1 })).code).toBe(0)
  expect((await admin.post('/device/group/delete', { id: added.id, version: 3 })).code).toBe(0)
  expect((await admin.post('/device/group/delete', { id: 1, version: 0 })).msg).toMatch(/not empty/)
  expect(await groupsOf(admin)).toHaveLength(2)
})

test('a restart finds groups, devices and channels as they were left, and none that were removed', async () => {
  await platform[Symbol.asyncDispose]()
  platform = await createTestPlatform({ keepFolder: true })
  const admin = await platform.signIn('admin')
  const group = dataOf<{ id: number }>(
    await admin.post('/device/group/add', { parentId: 2, name: 'Harbour' }),
  )
  await admin.post('/device/add', { ...NEW, groupId: group.id })
  await admin.post('/device/move', { devices: [{ sn: 'N-CAR', version: 0 }], groupId: group.id })
  await admin.post('/device/channel/add', { sn: 'N-PTZ', name: 'Siren', type: 2 })
  await admin.post('/device/delete', { devices: [{ sn: 'S-CAR', version: 0 }] })
  await platform[Symbol.asyncDispose]()

  platform = await createTestPlatform({ folder: platform.folder })
  const { directory } = platform
  expect(directory.group(group.id)).toMatchObject({ parentId: 2, name: { en: 'Harbour' } })
  expect(directory.deviceBySn(NEW.sn)?.groupId).toBe(group.id)
  expect(directory.deviceBySn('N-CAR')?.groupId).toBe(group.id)
  expect(directory.deviceBySn('S-CAR')).toBeUndefined()
  const siren = directory.channelsOf(directory.slotOf('N-PTZ')!).at(-1)
  expect(siren).toMatchObject({ name: { en: 'Siren' }, type: 2 })
  expect(createDeviceRepository(platform.store).record('S-CAR')?.removedMs).toBeTypeOf('number')
})

test('who is bound to a group sees and manages what lies in it alone', async () => {
  const admin = await platform.signIn('admin')
  const roles = dataOf<{ list: { roleId: number; name: string }[] }>(await admin.get('/role/list'))
  const roleId = roles.list.find(({ name }) => name === 'Administrator')!.roleId
  const users = dataOf<{ list: { userId: number }[] }>(await admin.get('/user/list?name=south'))
  await admin.post('/user/update', { userId: users.list[0]!.userId, roleId })
  const south = await platform.signIn('south')
  expect((await listOf(south)).list.every(({ groupId }) => groupId === 2)).toBe(true)
  expect((await south.post('/device/add', NEW)).code).toBe(404)
  expect((await south.post('/device/group/add', { parentId: 0, name: 'Top' })).code).toBe(40003)
  expect((await south.post('/device/group/update', { id: 2, version: 0, name: 'Mine' })).code).toBe(409)
  const devices = [{ sn: 'S-CAR', version: 0 }]
  expect((await south.post('/device/move', { devices, groupId: 1 })).code).toBe(404)
  expect((await south.post('/device/delete', { devices: [{ sn: 'N-CAR', version: 0 }] })).code).toBe(404)
})

test('types are added, used and kept while devices are of them', async () => {
  const admin = await platform.signIn('admin')
  const type = {
    name: 'Dome X2',
    kind: 'ptzCamera',
    protocolType: 0,
    ability: 5,
    manufacturer: 'Acme',
    remark: '',
  }
  const { id } = dataOf<{ id: number }>(await admin.post('/deviceType/add', type))
  expect((await admin.post('/deviceType/add', { ...type, name: 'dome x2' })).code).toBe(409)
  expect((await admin.post('/deviceType/add', { ...type, name: 'Fixed camera' })).code).toBe(409)
  expect((await admin.post('/deviceType/add', { ...type, name: 'Y', protocolType: 4 })).code).toBe(400)
  expect((await admin.post('/device/add', { ...NEW, sn: 'X2-0001', typeId: id })).code).toBe(0)
  expect((await listOf(admin, `typeId=${id}`)).list).toMatchObject([{ typeName: 'Dome X2', ability: 5 }])
  const known = { ...type, id, version: 1 }
  expect((await admin.post('/deviceType/update', { ...known, kind: 'camera' })).code).toBe(409)
  expect((await admin.post('/deviceType/update', { ...known, remark: 'roof' })).code).toBe(0)
  expect((await admin.post('/deviceType/delete', { id, version: 2 })).code).toBe(409)
  await admin.post('/device/delete', { devices: [{ sn: 'X2-0001', version: 1 }] })
  expect((await admin.post('/deviceType/delete', { id, version: 2 })).code).toBe(0)
  expect((await admin.post('/deviceType/delete', { id: 1, version: 0 })).code).toBe(409)
})

test.each(['devices.xlsx', 'devices.xls'])(
  '%s is judged row by row, then its good rows are added',
  async (name) => {
    const admin = await platform.signIn('admin')
    const checked = dataOf<Import>(await send(admin, bytesOf(name), `filename=${name}&check=1`))
    expect(checked.added).toBe(0)
    expect(platform.directory.deviceBySn('11010500001320000777')).toBeUndefined()
    const { list, added } = dataOf<Import>(await send(admin, bytesOf(name), `filename=${name}`))
    expect(list.map(({ row, result }) => [row, result]).slice(0, 5)).toEqual([
      [2, 'added'],
      [3, 'added'],
      [4, 'added'],
      [5, 'refused'],
      [6, 'refused'],
    ])
    expect(added).toBe(3)
    expect(list[3]!.reasons.map(({ column }) => column)).toEqual([
      'Name',
      'Device type',
      'Group',
      'Longitude',
      'Serial number',
    ])
    expect(list[4]!.reasons).toEqual([{ column: 'Serial number', text: 'Duplicate of row 2' }])
    expect(list[6]!.reasons[0]!.text).toMatch(/lost its last digits/)
    expect(platform.directory.deviceBySn('013900000777')).toMatchObject({ groupId: 2, kind: 'vehicle' })
    expect(audited().filter((action) => action === 'deviceAdmin.import')).toHaveLength(3)
  },
)

test('files that are made to hurt, or are none, are refused in words and leave nothing', async () => {
  const admin = await platform.signIn('admin')
  const before = platform.directory.deviceCount()
  const refused = async (bytes: Uint8Array, filename: string) => {
    const { code, msg } = await send(admin, bytes, `filename=${filename}`)
    return [code, msg]
  }
  const sheet = (rows: string) =>
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="A"/></sheets></workbook>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })
  const row = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'
  expect(await refused(bytesOf('devices.xlsx'), 'a.csv')).toEqual([415, 'The file must be xls or xlsx'])
  expect(await refused(Buffer.from('a,b'), 'a.xlsx')).toEqual([415, 'The file must be xls or xlsx'])
  expect(await refused(new Uint8Array(3 * 1024 * 1024 + 1), 'a.xlsx')).toEqual([
    413,
    'The file cannot be larger than 3 MB',
  ])
  expect(await refused(sheet(row.repeat(100_000)), 'a.xlsx')).toEqual([
    400,
    'At most 1000 rows can be imported at once',
  ])
  expect(await refused(sheet(' '.repeat(60 * 1024 * 1024)), 'a.xlsx')).toEqual([
    400,
    'The file content is too large',
  ])
  expect(await refused(sheet(row + row), 'a.xlsx')).toEqual([
    400,
    'Missing columns: Serial number, Name, Device type',
  ])
  expect(platform.directory.deviceCount()).toBe(before)
})
