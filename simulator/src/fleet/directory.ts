/**
 * Which devices there are, in which groups, and how they are right now: in memory, for the main thread. Devices live in
 * slots of columns; objects are made on demand. Changes are available by subscription; nothing here stores or sends
 * anything.
 */

import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Name } from '../world/city/types.ts'
import { FIRST_ADMIN_DEVICE_ID } from './admin-ids.ts'
import { channelsOfKind } from './channels-of-kind.ts'
import { type Device, type DeviceChannel, type DeviceSpec, deviceOf } from './device.ts'
import { createDeviceStatus } from './device-status.ts'
import type { DirectoryChange } from './directory-change.ts'
import { createGroupTree, type Group, type GroupTree, type Interval, inScope } from './group-tree.ts'

/** Devices, and online devices. */
export type Count = { total: number; online: number }

/** Attributes of a device that administrators may change in place. */
export type DeviceEdit = Partial<Pick<Device, 'name' | 'ability' | 'installAddress' | 'installer'>>

export type Directory = ReturnType<typeof createDirectory>

/** First id of devices: groups count below it. */
export const FIRST_DEVICE_ID = 100_001
/** Foreign devices and their group have ids of their own, so that no scenario and no fleet ever takes a kept one. */
export const DISCOVERED_GROUP_ID = 99_001
export const FIRST_FOREIGN_ID = 50_000_001

export function createDirectory(seed: number) {
  const groups = createGroupTree()
  const devices: (Device | undefined)[] = []
  const free: number[] = []
  const bySn = new Map<string, number>()
  const byId = new Map<number, number>()
  const bySubject = new Map<string, number>()
  const members = new Map<number, Set<number>>()
  const ownCount = new Map<number, Count>()
  const channels = new Map<number, readonly DeviceChannel[]>()
  /** Slots whose channels are not those of their kind. */
  const ownChannels = new Set<number>()
  /** Slots that have channels which are offline by themselves: few. */
  const lostChannels = new Map<number, ReadonlySet<number>>()
  const listeners = new Set<(change: DirectoryChange) => void>()
  let version = 0
  let treeVersion = 0
  let nextGroupId = 1
  let nextDeviceId = FIRST_DEVICE_ID

  const status = createDeviceStatus({
    device: deviceAt,
    bump: () => ++version,
    tell,
    countOnline: (groupId, by) => countIn(groupId, 0, by),
  })

  function tell(change: DirectoryChange): void {
    for (const listener of listeners) listener(change)
  }

  function changedTree(): number {
    treeVersion++
    return ++version
  }

  function deviceAt(slot: number): Device {
    const device = devices[slot]
    if (!device) throw new Error(`No device in slot ${slot}`)
    return device
  }

  function slotOf(sn: string): number | undefined {
    return bySn.get(sn)
  }

  function countIn(groupId: number, totalBy: number, onlineBy: number): void {
    const own = ownCount.get(groupId)!
    own.total += totalBy
    own.online += onlineBy
  }

  const subjectKey = (kind: DeviceKind, index: number) => `${kind}:${index}`

  const ownChannel = (
    device: Device,
    plan: Omit<DeviceChannel, 'id' | 'deviceId' | 'sn'>,
  ): DeviceChannel => ({
    ...plan,
    id: device.id * 100 + plan.chnId,
    deviceId: device.id,
    sn: device.sn,
  })

  /** Channels are made on demand: most of a large fleet is never looked into. */
  function channelsOf(slot: number): readonly DeviceChannel[] {
    const known = channels.get(slot)
    if (known) return known
    const device = devices[slot]
    if (!device) return []
    const plans = channelsOfKind(device.kind, device.name, device.isPtz)
    const made = plans.map((plan) => ownChannel(device, plan))
    channels.set(slot, made)
    return made
  }

  /** A device's video is offline when all of its video channels are. */
  function settleVideo(slot: number): void {
    const lost = lostChannels.get(slot) ?? NONE_LOST
    const video = lost.size === 0 ? [] : channelsOf(slot).filter(({ type }) => type === CHANNEL_TYPES.video)
    status.setBlind(slot, video.length > 0 && video.every(({ chnId }) => lost.has(chnId)))
  }

  return {
    seed,
    /** Rises with every change of any kind. */
    version: () => version,
    /** Rises with changes of the tree: groups, devices, names, channels; not with status or positions. */
    treeVersion: () => treeVersion,
    /** Calls back after every change, in order; returns a function that stops it. */
    onChange(listener: (change: DirectoryChange) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    // Groups.
    group: (id: number) => groups.get(id),
    groupByKey: (key: string) => groups.inOrder().find((group) => group.key === key),
    groupChildren: (id: number) => groups.childrenOf(id),
    groupsInOrder: () => groups.inOrder(),
    groupPath: (id: number) => groups.pathOf(id),
    groupOrder: (id: number) => groups.orderOf(id),
    /** Intervals of group numbers that hold these groups and all below; [0] is everything. Valid until `treeVersion` changes. */
    scopeOf: (groupIds: readonly number[]): Interval[] => groups.scopeOf(groupIds),
    isGroupInScope: (scope: readonly Interval[], groupId: number) => inScope(scope, groups.orderOf(groupId)),
    addGroup(parentId: number, name: Name, key?: string, id?: number): Group {
      const group: Group = { id: id ?? nextGroupId, parentId, name, key }
      groups.add(group)
      if (group.id < DISCOVERED_GROUP_ID) nextGroupId = Math.max(nextGroupId, group.id + 1)
      members.set(group.id, new Set())
      ownCount.set(group.id, { total: 0, online: 0 })
      tell({ kind: 'groupAdded', version: changedTree(), group })
      return group
    },
    renameGroup(id: number, name: Name): void {
      groups.rename(id, name)
      tell({ kind: 'groupEdited', version: changedTree(), group: groups.get(id)! })
    },
    moveGroup(id: number, parentId: number): void {
      const fromParentId = groups.get(id)?.parentId ?? 0
      groups.move(id, parentId)
      tell({ kind: 'groupMoved', version: changedTree(), group: groups.get(id)!, fromParentId })
    },
    /** Removes a group that has neither groups nor devices in it. */
    removeGroup(id: number): void {
      const group = groups.get(id)
      if (!group) throw new Error(`No group ${id}`)
      if (members.get(id)!.size > 0) throw new Error(`Group ${id} has devices in it`)
      groups.remove(id)
      members.delete(id)
      ownCount.delete(id)
      tell({ kind: 'groupRemoved', version: changedTree(), group })
    },

    // Devices.
    deviceCount: () => bySn.size,
    /** Slots are 0 … slotLimit - 1; removed devices leave holes. */
    slotLimit: () => devices.length,
    slotOf,
    device: (slot: number): Device | undefined => devices[slot],
    deviceBySn(sn: string): Device | undefined {
      const slot = bySn.get(sn)
      return slot === undefined ? undefined : devices[slot]
    },
    deviceById(id: number): Device | undefined {
      const slot = byId.get(id)
      return slot === undefined ? undefined : devices[slot]
    },
    /** The device that an incident names as its subject. */
    deviceBySubject(subject: { kind: DeviceKind; index: number }): Device | undefined {
      const slot = bySubject.get(subjectKey(subject.kind, subject.index))
      return slot === undefined ? undefined : devices[slot]
    },
    /** Slots of the devices right in a group. */
    devicesIn: (groupId: number): readonly number[] => [...(members.get(groupId) ?? [])],
    /** Slots of all devices in a scope, group by group in preorder. */
    *slotsInScope(scope: readonly Interval[]): Generator<number> {
      const order = groups.inOrder()
      for (const { from, to } of scope) {
        for (let i = from; i < to && i < order.length; i++) yield* members.get(order[i]!.id)!
      }
    },
    isInScope: (scope: readonly Interval[], slot: number): boolean =>
      devices[slot] !== undefined && inScope(scope, groups.orderOf(deviceAt(slot).groupId)),
    addDevice(spec: DeviceSpec, id?: number): Device {
      if (bySn.has(spec.sn)) throw new Error(`Device ${spec.sn} exists`)
      if (!members.has(spec.groupId)) throw new Error(`No group ${spec.groupId}`)
      const deviceId = id ?? nextDeviceId
      if (byId.has(deviceId)) throw new Error(`Device id ${deviceId} is taken`)
      if (deviceId < FIRST_ADMIN_DEVICE_ID) nextDeviceId = Math.max(nextDeviceId, deviceId + 1)
      const slot = free.pop() ?? devices.length
      const given = spec.channels
      const device = deviceOf(spec, deviceId, slot)
      devices[slot] = device
      status.admit(device)
      bySn.set(spec.sn, slot)
      byId.set(deviceId, slot)
      if (!spec.foreign) bySubject.set(subjectKey(spec.kind, spec.rosterIndex), slot)
      members.get(spec.groupId)!.add(slot)
      countIn(spec.groupId, 1, 0)
      if (given) {
        ownChannels.add(slot)
        channels.set(
          slot,
          given.map((plan) => ownChannel(device, plan)),
        )
      }
      tell({ kind: 'deviceAdded', version: changedTree(), device })
      return device
    },
    removeDevice(slot: number): void {
      const device = deviceAt(slot)
      bySn.delete(device.sn)
      byId.delete(device.id)
      const subject = subjectKey(device.kind, device.rosterIndex)
      if (bySubject.get(subject) === slot) bySubject.delete(subject)
      members.get(device.groupId)!.delete(slot)
      countIn(device.groupId, -1, status.api.isOnline(slot) ? -1 : 0)
      status.clear(slot)
      channels.delete(slot)
      ownChannels.delete(slot)
      lostChannels.delete(slot)
      devices[slot] = undefined
      free.push(slot)
      tell({ kind: 'deviceRemoved', version: changedTree(), device })
    },
    /** Moves a device to another group: to the console a removal and an addition (stated). */
    moveDevice(slot: number, groupId: number): void {
      const device = deviceAt(slot)
      if (!members.has(groupId)) throw new Error(`No group ${groupId}`)
      const fromGroupId = device.groupId
      const online = status.api.isOnline(slot) ? 1 : 0
      members.get(fromGroupId)!.delete(slot)
      countIn(fromGroupId, -1, -online)
      device.groupId = groupId
      members.get(groupId)!.add(slot)
      countIn(groupId, 1, online)
      tell({ kind: 'deviceMoved', version: changedTree(), device, fromGroupId })
    },
    /** Sets the attributes of a device that administrators may change. A camera's first channel carries its name. */
    editDevice(slot: number, change: DeviceEdit): void {
      const device = deviceAt(slot)
      Object.assign(device, change)
      if (change.name && !ownChannels.has(slot)) channels.delete(slot)
      tell({ kind: 'deviceEdited', version: changedTree(), device })
    },
    /** Places a fixed device on the map, or takes it off (0, 0). */
    placeDevice(slot: number, longitude: number, latitude: number, atMs: number): void {
      const device = deviceAt(slot)
      device.longitude = longitude
      device.latitude = latitude
      status.api.setPosition(slot, longitude, latitude, atMs, 0, 0)
      tell({ kind: 'deviceEdited', version: changedTree(), device })
    },

    // Channels.
    channelsOf,
    channel: (slot: number, chnId: number) => channelsOf(slot).find((channel) => channel.chnId === chnId),
    setChannels(slot: number, list: readonly DeviceChannel[]): void {
      channels.set(slot, list)
      ownChannels.add(slot)
      settleVideo(slot)
      tell({ kind: 'channelsChanged', version: changedTree(), device: deviceAt(slot) })
    },
    /** Numbers of the channels of a device that are offline although it may be online. */
    lostChannels: (slot: number): ReadonlySet<number> => lostChannels.get(slot) ?? NONE_LOST,
    /** Sets which channels are lost; announces changes. */
    setLostChannels(slot: number, lost: ReadonlySet<number>): void {
      const before = lostChannels.get(slot) ?? NONE_LOST
      const changed = channelsOf(slot).flatMap(({ chnId }) =>
        lost.has(chnId) === before.has(chnId) ? [] : [{ chnId, lost: lost.has(chnId) }],
      )
      if (lost.size > 0) lostChannels.set(slot, lost)
      else lostChannels.delete(slot)
      settleVideo(slot)
      if (changed.length === 0) return
      tell({ kind: 'channelStates', version: ++version, device: deviceAt(slot), changed })
    },

    // State.
    ...status.api,
    /** Devices of a group and all below it; 0 is everything. */
    countBelow(groupId: number): Count {
      const order = groups.inOrder()
      const count = { total: 0, online: 0 }
      const { from, to } = groups.intervalOf(groupId) ?? { from: 0, to: 0 }
      for (let i = from; i < to; i++) {
        const own = ownCount.get(order[i]!.id)!
        count.total += own.total
        count.online += own.online
      }
      return count
    },
    /** Devices in a scope. */
    countInScope(scope: readonly Interval[]): Count {
      const order = groups.inOrder()
      const count = { total: 0, online: 0 }
      for (const { from, to } of scope) {
        for (let i = from; i < to && i < order.length; i++) {
          const own = ownCount.get(order[i]!.id)!
          count.total += own.total
          count.online += own.online
        }
      }
      return count
    },
  }
}

const NONE_LOST: ReadonlySet<number> = new Set()

export type { Group, GroupTree, Interval }
