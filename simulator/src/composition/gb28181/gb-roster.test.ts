import { expect, it } from 'vitest'
import { createDirectory, type Directory } from '../../fleet/directory.ts'
import { createGbRoster } from './gb-roster.ts'
import { readUplinkOrder } from './uplink-order.ts'

function fleet() {
  const directory = createDirectory(7)
  const group = directory.addGroup(0, { zh: '城东', en: 'East' }, 'east')
  const other = directory.addGroup(0, { zh: '城西', en: 'West' }, 'west')
  const add = (sn: string, kind: 'ptzCamera' | 'vehicle', groupId: number) =>
    directory.addDevice({
      sn,
      kind,
      name: { zh: `设备${sn}`, en: sn },
      groupId,
      rosterIndex: directory.deviceCount(),
      protocolType: 0,
      ability: 0,
      isPtz: kind === 'ptzCamera',
      x: 0,
      y: 0,
      longitude: 121,
      latitude: 31,
      installedAtMs: 0,
      installAddress: { zh: '', en: '' },
      installer: { zh: '', en: '' },
    })
  add('1001', 'ptzCamera', group.id)
  add('1002', 'vehicle', group.id)
  add('1003', 'ptzCamera', other.id)
  return { directory, add, group }
}
const rosterOf = (directory: Directory, query = '') => {
  const order = readUplinkOrder(`gb28181://127.0.0.1?${query}`)
  if (typeof order === 'string') throw new Error(order)
  return createGbRoster(directory, order)
}

it('a camera is its own channel, and a vehicle a recorder of channels with its number', () => {
  const { directory } = fleet()
  const [camera, vehicle, last] = rosterOf(directory, 'id=34020000001320000100').units()
  expect(camera).toMatchObject({
    id: '34020000001320000100',
    sn: '1001',
    places: [{ id: '34020000001320000100' }],
  })
  expect(vehicle).toMatchObject({ id: '34020000001180000101', sn: '1002' })
  expect(vehicle!.places.map(({ id }) => id).slice(0, 2)).toEqual([
    '34020000001310000101',
    '34020000001311000101',
  ])
  expect(last!.id).toBe('34020000001320000102')
})

it('a loudspeaker has the number of its device, and is where its first camera is', () => {
  const { directory } = fleet()
  const [camera, vehicle] = rosterOf(directory, 'id=34020000001320000100').units()
  expect(camera!.speakers).toEqual([{ id: '34020000001370000100', sn: '1001', chnId: 2 }])
  expect(vehicle!.speakers).toEqual([{ id: '34020000001370000101', sn: '1002', chnId: 3 }])
  const [recorder, other] = rosterOf(directory, 'id=34020000001320000100&channels=2').units()
  expect(recorder!.places.map(({ sn }) => sn)).toEqual(['1001', '1002'])
  expect(recorder!.speakers.map(({ sn }) => sn)).toEqual(['1001', '1002'])
  expect(other!.speakers.map(({ sn }) => sn)).toEqual(['1003'])
})

it('ids stay when others go', () => {
  const { directory } = fleet()
  const roster = rosterOf(directory)
  const before = roster.units().at(-1)!
  directory.removeDevice(directory.slotOf('1001')!)
  expect(roster.units().at(-1)).toEqual(before)
})

it('only the kinds, the group and the number that are wished for', () => {
  const { directory } = fleet()
  expect(
    rosterOf(directory, 'kind=vehicle')
      .units()
      .map(({ sn }) => sn),
  ).toEqual(['1002'])
  expect(
    rosterOf(directory, 'group=East')
      .units()
      .map(({ sn }) => sn),
  ).toEqual(['1001', '1002'])
  expect(rosterOf(directory, 'count=1').units()).toHaveLength(1)
  expect(() => rosterOf(directory, 'group=North')).toThrow('there is no group North')
})

it('recorders are filled, and a camera stays in its own', () => {
  const { directory, add, group } = fleet()
  const roster = rosterOf(directory, 'channels=2&kind=ptzCamera')
  expect(roster.units().map(({ places }) => places.map(({ sn }) => sn))).toEqual([['1001', '1003']])
  add('1004', 'ptzCamera', group.id)
  expect(roster.units().map(({ places }) => places.map(({ sn }) => sn))).toEqual([['1001', '1003'], ['1004']])
  directory.removeDevice(directory.slotOf('1001')!)
  expect(roster.units().map(({ places }) => places.map(({ sn }) => sn))).toEqual([['1003'], ['1004']])
})

it.each([
  'rtsp://127.0.0.1',
  'gb28181://user@127.0.0.1',
  'gb28181://127.0.0.1/path',
  'gb28181://127.0.0.1?colour=red',
  'gb28181://127.0.0.1?id=12',
  'gb28181://127.0.0.1?channels=1',
  'gb28181://127.0.0.1?count=0',
  'gb28181://127.0.0.1?kind=toaster',
  'gb28181://127.0.0.1?edition=2011',
  'gb28181://127.0.0.1?keepalive=1',
])('%s is refused with what is wrong', (text) => {
  expect(readUplinkOrder(text)).toBeTypeOf('string')
})
