import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CODES } from '@backlot/contract/codes'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { ControllerChannel, SenseController } from '@backlot/contract/sense-controllers/entities'
import { scriptOf } from '@backlot/contract/sense-controllers/modbus'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
let platform: TestPlatform
let admin: Client
beforeAll(async () => {
  platform = await createTestPlatform()
  const { directory } = platform
  for (const [sn, groupId, online] of [
    ['N-AIR', 1, 1],
    ['S-AIR', 2, 0],
  ] as const) {
    const device = directory.addDevice({
      sn,
      groupId,
      kind: 'hj212Station',
      model: 'air',
      name: { zh: `${sn}站`, en: `Station ${sn}` },
      ability: ABILITY_BITS.hjt212,
      protocolType: PROTOCOL_TYPES.hj212,
      isPtz: false,
      x: 0,
      y: 0,
      longitude: 116.4,
      latitude: 39.9,
      installedAtMs: START_MS,
      installAddress: { zh: '', en: '' },
      installer: { zh: '', en: '' },
      rosterIndex: 40 + groupId,
    })
    directory.setOnline(device.slot, { sensorOnlineStatus: online })
  }
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const DUST = {
  number: 'DUST_1',
  name: 'Dust sensor',
  model: 'PM 2000',
  factory: 'Works @ home',
  ctrlType: 0,
  script: scriptOf({ address: 1, fn: 3, start: 0, count: 2 }),
  baudRate: 9600,
  address: 1,
  codes: ['a34004'],
}
const add = (more: object = {}) => admin.post('/sensorCtrl/add', { ...DUST, ...more })
const listed = async (query = '') =>
  ((await admin.get(`/sensorCtrl/list?pageSize=1000${query}`)).data as { list: SenseController[] }).list
const lineOf = async (sn = 'N-AIR') =>
  (await admin.get(`/device/channel/sensorCtrl/list?sn=${sn}`)).data as {
    list: ControllerChannel[]
    version: number
    asItCame: boolean
  }
const onLine = (verb: string, body: object) => admin.post(`/device/channel/sensorCtrl/${verb}`, body)

it('lists the sensors of the platform, by part of a name and by what they measure', async () => {
  const all = await listed()
  expect(all.length).toBeGreaterThan(10)
  expect(all.every(({ system }) => system)).toBe(true)
  expect((await listed('&name=PM_25')).map(({ number }) => number)).toEqual(['BL_101'])
  const water = await listed('&ctrlType=3')
  expect(water.map(({ codes }) => codes)).toEqual([['w01022'], ['w00000']])
  // Two stations, each with particles, gases and weather.
  expect(all.find(({ number }) => number === 'BL_101')).toMatchObject({ used: 2, version: 0 })
})

it('refuses what is no sensor, in words, and a number that is taken', async () => {
  const faults: [object, string][] = [
    [{ number: 'AB' }, 'number'],
    [{ number: 'has space' }, 'number'],
    [{ name: 'a'.repeat(33) }, 'name'],
    [{ model: 'a<b>' }, 'model'],
    [{ factory: '' }, 'factory'],
    [{ baudRate: 9601 }, 'baudRate'],
    [{ address: 248 }, 'address'],
    [{ address: 0 }, 'address'],
    [{ codes: [] }, 'codes'],
    [{ codes: ['a34004', 'a34004'] }, 'codes'],
    [{ script: '01 03 00 00 00 02 C4 0C' }, 'script'],
    [{ script: 'hello' }, 'script'],
  ]
  for (const [fault, field] of faults) {
    const answer = await add(fault)
    expect(answer.code, JSON.stringify(fault)).toBe(CODES.invalid)
    expect(answer.msg).toContain(field)
  }
  expect((await add({ address: 2 })).msg).toContain('first byte')
  expect((await add({ codes: ['a34004', 'a21005'] })).msg).toContain('two registers')
  expect((await add({ codes: ['zz9'] })).msg).toContain('zz9')
  expect(await add({ number: 'bl_101' })).toMatchObject({ code: CODES.conflict })
  expect(await add()).toMatchObject({ code: 0, data: { id: 101 } })
  expect(await add({ number: 'dust_1' })).toMatchObject({ code: CODES.conflict })
})

it("changes and deletes added sensors, of the version that was seen, and leaves the platform's alone", async () => {
  const { id, version } = (await listed('&name=DUST_1'))[0]!
  const update = (more: object) => admin.post('/sensorCtrl/update', { ...DUST, id, version, ...more })
  expect(await update({ name: 'Fine dust' })).toMatchObject({ code: 0 })
  expect(await update({ name: 'Too late' })).toMatchObject({ code: CODES.conflict })
  expect((await listed('&name=DUST_1'))[0]).toMatchObject({ name: 'Fine dust', version: 2 })
  expect(await update({ id: 1, version: 0, number: 'OTHER' })).toMatchObject({ code: CODES.conflict })
  const remove = (more: object) => admin.post('/sensorCtrl/delete', { id, version: 2, ...more })
  expect(await remove({ version: 1 })).toMatchObject({ code: CODES.conflict })
  expect(await remove({ id: 1, version: 0 })).toMatchObject({ code: CODES.conflict })
  expect(await remove({ id: 999 })).toMatchObject({ code: CODES.notFound })
  expect(await remove({})).toMatchObject({ code: 0 })
  expect(await listed('&name=DUST_1')).toEqual([])
})

it('puts sensors on a line, at addresses of their own, and takes them off', async () => {
  const first = await lineOf()
  expect(first).toMatchObject({ version: 0, asItCame: true })
  expect(first.list.map(({ address }) => address)).toEqual([1, 2, 3])
  expect(first.list[0]).toMatchObject({ chnId: 1, number: 'BL_101', heard: ['a34004', 'a34002'] })
  const { id } = (await add({ number: 'DUST_2' })).data as { id: number }
  const place = { sn: 'N-AIR', ctrlId: id, address: 3, version: 0 }
  const taken = await onLine('add', place)
  expect(taken).toMatchObject({ code: CODES.conflict })
  expect(taken.msg).toContain('Address 3')
  expect(await onLine('add', { ...place, address: 248 })).toMatchObject({ code: CODES.invalid })
  expect(await onLine('add', { ...place, ctrlId: 999, address: 9 })).toMatchObject({ code: CODES.notFound })
  expect(await onLine('add', { ...place, address: 9 })).toMatchObject({ code: 0, data: { id: 4 } })
  // Somebody saw the line as it was before.
  expect(await onLine('add', { ...place, address: 10 })).toMatchObject({ code: CODES.conflict })
  const added = (await lineOf()).list.find(({ address }) => address === 9)
  // Nothing is wired to address 9.
  expect(added).toMatchObject({ script: scriptOf({ address: 9, fn: 3, start: 0, count: 2 }), heard: [] })

  expect((await admin.post('/sensorCtrl/delete', { id, version: 1 })).msg).toContain('Station N-AIR')
  const move = { sn: 'N-AIR', id: 4, version: 1 }
  expect(await onLine('update', { ...move, address: 2 })).toMatchObject({ code: CODES.conflict })
  expect(await onLine('update', { ...move, address: 10 })).toMatchObject({ code: 0 })
  const changed = { ...DUST, number: 'DUST_2', id, version: 1, baudRate: 4800 }
  expect(await admin.post('/sensorCtrl/update', changed)).toMatchObject({ code: 0 })
  expect((await lineOf()).list.at(-1)).toMatchObject({ address: 10, baudRate: 4800 })
  const { version } = await lineOf()
  expect(await onLine('delete', { sn: 'N-AIR', id: 77, version })).toMatchObject({ code: CODES.notFound })
  expect(await onLine('delete', { sn: 'N-AIR', id: 4, version })).toMatchObject({ code: 0 })
  expect(await lineOf()).toMatchObject({ asItCame: false, version: version + 1 })
  expect(await admin.post('/sensorCtrl/delete', { id, version: 2 })).toMatchObject({ code: 0 })
})

it('tries a script on a line: an answer, an exception, or silence', async () => {
  const probe = (more: object) =>
    onLine('test', { sn: 'N-AIR', script: DUST.script, baudRate: 9600, codes: ['a34004'], ...more })
  expect((await probe({})).data).toMatchObject({
    result: 'answered',
    request: '01 03 00 00 00 02 C4 0B',
    registers: [0, 125],
    values: [{ code: 'a34004', name: 'PM2.5', V: 12.5, F: 'µg/m³' }],
  })
  const beyond = scriptOf({ address: 1, fn: 3, start: 4, count: 2 })
  expect((await probe({ script: beyond })).data).toMatchObject({ result: 'exception', exceptionCode: 2 })
  expect((await probe({ baudRate: 1200 })).data).toMatchObject({ result: 'silent', answer: '' })
  expect(await probe({ script: 'zz' })).toMatchObject({ code: CODES.invalid })
})

it('hears of stations that the caller sees, that have a line and are on line', async () => {
  const north = await platform.signIn('north')
  expect((await north.get('/sensorCtrl/list')).code).toBe(CODES.notPermitted)
  expect((await admin.get('/device/channel/sensorCtrl/list?sn=N-PTZ')).code).toBe(CODES.notFound)
  const away = { sn: 'S-AIR', id: 1, version: 0 }
  expect(await onLine('delete', away)).toMatchObject({ code: CODES.deviceOffline })
  expect((await lineOf('S-AIR')).asItCame).toBe(true)
})
