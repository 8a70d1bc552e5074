import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeviceSpec } from './device.ts'
import { createDirectory, type Directory } from './directory.ts'
import type { DirectoryChange } from './directory-change.ts'

const name = { zh: '设备', en: 'Device' }
const spec = (sn: string, groupId: number, more: Partial<DeviceSpec> = {}): DeviceSpec => ({
  sn,
  kind: 'camera',
  name,
  groupId,
  rosterIndex: Number(sn),
  protocolType: 0,
  ability: 1,
  isPtz: false,
  x: 0,
  y: 0,
  longitude: 116.4,
  latitude: 39.9,
  installedAtMs: 1,
  installAddress: name,
  installer: name,
  ...more,
})

type Edit = { what: number; a: number; b: number }
const edits = fc.array(fc.record({ what: fc.nat(7), a: fc.nat(1000), b: fc.nat(1000) }), { maxLength: 120 })

/** A plain model of the same: parents by group, group and online by device. */
type Model = { parents: Map<number, number>; devices: Map<string, { group: number; online: boolean }> }

function isBelow(model: Model, group: number, ancestor: number): boolean {
  for (let at = group; at !== 0; at = model.parents.get(at)!) if (at === ancestor) return true
  return ancestor === 0
}

function apply(directory: Directory, model: Model, { what, a, b }: Edit, step: number): void {
  const groups = [...model.parents.keys()]
  const group = groups[a % Math.max(1, groups.length)]
  const other = groups[b % Math.max(1, groups.length)]
  const sns = [...model.devices.keys()]
  const sn = sns[a % Math.max(1, sns.length)]
  if (what === 0 || group === undefined || other === undefined) {
    const parent = a % 3 === 0 ? 0 : (other ?? 0)
    model.parents.set(directory.addGroup(parent, name).id, parent)
  } else if (what === 1 || what === 2) {
    directory.addDevice(spec(String(step), group))
    model.devices.set(String(step), { group, online: false })
  } else if (what === 3 && !isBelow(model, other, group)) {
    directory.moveGroup(group, other)
    model.parents.set(group, other)
  } else if (what === 4 && sn !== undefined) {
    directory.moveDevice(directory.slotOf(sn)!, other)
    model.devices.get(sn)!.group = other
  } else if (what === 5 && sn !== undefined) {
    const online = b % 2 === 0
    directory.setOnline(directory.slotOf(sn)!, { videoOnlineStatus: online ? 1 : 0 })
    model.devices.get(sn)!.online = online
  } else if (what === 6 && sn !== undefined) {
    directory.removeDevice(directory.slotOf(sn)!)
    model.devices.delete(sn)
  } else if (what === 7) {
    const isEmpty =
      ![...model.parents.values()].includes(group) &&
      ![...model.devices.values()].some((d) => d.group === group)
    if (isEmpty) {
      directory.removeGroup(group)
      model.parents.delete(group)
    }
  }
}

test('under any edits a scope by intervals holds what a walk up the tree finds, and counters count it', () => {
  fc.assert(
    fc.property(edits, fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }), (list, picks) => {
      const directory = createDirectory(1)
      const model: Model = { parents: new Map(), devices: new Map() }
      list.forEach((edit, step) => {
        apply(directory, model, edit, step)
      })
      const groups = [...model.parents.keys()]
      const scopeIds = groups.length === 0 ? [0] : picks.map((pick) => groups[pick % groups.length]!)
      const scope = directory.scopeOf(scopeIds)
      const expected = [...model.devices].filter(([, d]) =>
        scopeIds.some((id) => isBelow(model, d.group, id)),
      )
      const found = [...directory.slotsInScope(scope)].map((slot) => directory.device(slot)!.sn)
      expect(new Set(found)).toEqual(new Set(expected.map(([sn]) => sn)))
      expect(found.length).toBe(expected.length)
      for (const [sn] of model.devices) {
        expect(directory.isInScope(scope, directory.slotOf(sn)!)).toBe(
          expected.some(([other]) => other === sn),
        )
      }
      const online = expected.filter(([, d]) => d.online).length
      expect(directory.countInScope(scope)).toEqual({ total: expected.length, online })
      for (const group of groups) {
        const below = [...model.devices.values()].filter((d) => isBelow(model, d.group, group))
        expect(directory.countBelow(group)).toEqual({
          total: below.length,
          online: below.filter((d) => d.online).length,
        })
      }
      expect(directory.countBelow(0).total).toBe(model.devices.size)
    }),
    { numRuns: 120, seed: 8 },
  )
})

test('a scope of neighbouring groups is one interval, and of all of them too', () => {
  const directory = createDirectory(1)
  const top = directory.addGroup(0, name)
  const a = directory.addGroup(top.id, name)
  const b = directory.addGroup(top.id, name)
  directory.addGroup(a.id, name)
  expect(directory.scopeOf([a.id, b.id])).toEqual([{ from: 1, to: 4 }])
  expect(directory.scopeOf([b.id, top.id])).toEqual([{ from: 0, to: 4 }])
  expect(directory.scopeOf([0])).toEqual([{ from: 0, to: 4 }])
  expect(directory.scopeOf([999])).toEqual([])
})

test('listeners hear of every change once, with rising versions, and of nothing that did not change', () => {
  const directory = createDirectory(1)
  const heard: DirectoryChange[] = []
  const stop = directory.onChange((change) => heard.push(change))
  const a = directory.addGroup(0, name)
  const b = directory.addGroup(0, name)
  const device = directory.addDevice(spec('5', a.id))
  directory.setOnline(device.slot, { videoOnlineStatus: 1 })
  directory.setOnline(device.slot, { videoOnlineStatus: 1 })
  directory.setAlarmFlag(device.slot, 1)
  directory.moveDevice(device.slot, b.id)
  directory.removeDevice(device.slot)
  stop()
  directory.addGroup(0, name)
  expect(heard.map((change) => change.kind)).toEqual([
    'groupAdded',
    'groupAdded',
    'deviceAdded',
    'status',
    'status',
    'deviceMoved',
    'deviceRemoved',
  ])
  expect(heard[3]).toMatchObject({ sn: '5', changed: { videoOnlineStatus: 1 } })
  const versions = heard.map((change) => change.version)
  expect([...versions].sort((x, y) => x - y)).toEqual(versions)
  expect(directory.deviceBySn('5')).toBeUndefined()
})

test('devices are found by serial, id, subject and map window, also after they moved', () => {
  const directory = createDirectory(1)
  const group = directory.addGroup(0, name)
  const device = directory.addDevice(spec('7', group.id))
  expect(directory.deviceById(device.id)).toBe(device)
  expect(directory.deviceBySubject({ kind: 'camera', index: 7 })).toBe(device)
  expect(directory.within(116.3, 39.8, 116.5, 40)).toEqual([device.slot])
  directory.placeDevice(device.slot, 117, 40.5, 2)
  expect(directory.within(116.3, 39.8, 116.5, 40)).toEqual([])
  expect(directory.within(-180, -90, 180, 90)).toEqual([device.slot])
  expect(directory.state(device.slot)).toMatchObject({ longitude: 117, latitude: 40.5, online: false })
  directory.placeDevice(device.slot, 0, 0, 3)
  expect(directory.within(-180, -90, 180, 90)).toEqual([])
  expect(() => directory.addDevice(spec('7', group.id))).toThrow('exists')
  expect(() => directory.moveGroup(group.id, group.id)).toThrow('below itself')
})

test('channels follow from the kind and carry ids of their own', () => {
  const directory = createDirectory(1)
  const group = directory.addGroup(0, name)
  const camera = directory.addDevice(spec('1', group.id, { kind: 'ptzCamera', isPtz: true }))
  const channels = directory.channelsOf(camera.slot)
  expect(channels.map((channel) => channel.type)).toEqual([0, 4, 1, 2])
  expect(channels[0]).toMatchObject({ id: camera.id * 100 + 1, chnId: 1, lineId: 1, isPtz: true, sn: '1' })
  expect(channels[1]!.lineId).toBe(channels[0]!.lineId)
})

test('slots of removed devices are used again without their old state', () => {
  const directory = createDirectory(1)
  const group = directory.addGroup(0, name)
  const first = directory.addDevice(spec('1', group.id))
  directory.setOnline(first.slot, { gbOnlineStatus: 1 })
  directory.setAlarmFlag(first.slot, 2)
  directory.removeDevice(first.slot)
  const second = directory.addDevice(spec('2', group.id, { longitude: 0, latitude: 0 }))
  expect(second.slot).toBe(first.slot)
  expect(second.id).not.toBe(first.id)
  expect(directory.state(second.slot)).toMatchObject({ online: false, alarmFlg: 0, longitude: 0 })
})
