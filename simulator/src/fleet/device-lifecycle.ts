/**
 * Applies administrators' changes of the device list to the running platform: groups and devices are added, changed,
 * moved and removed in the directory, and the world learns of the added ones. It stores nothing: areas/device-admin
 * does.
 */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { KINDS } from '../devices/kinds.ts'
import type { Name } from '../world/city/types.ts'
import type { Newcomers } from '../world/newcomers.ts'
import { FIRST_ADMIN_DEVICE_ID } from './admin-ids.ts'
import type { DeviceChannel } from './device.ts'
import type { DeviceEdit, Directory } from './directory.ts'
import { isMoving } from './fleet-counters.ts'

/** A device that an administrator added, as it is stored. */
export type AddedDevice = {
  sn: string
  /** No two devices ever had the same: id, place in its kind and vehicle of the traffic follow from it. */
  number: number
  kind: DeviceKind
  protocolType: number
  name: string
  groupId: number
  ability: number
  /** Undefined: it has no place yet. */
  longitude: number | undefined
  latitude: number | undefined
  address: string
  installer: string
  addedMs: number
}

export type ChannelPlan = { chnId: number; name: string | Name; type: number; lineId: number; isPtz: boolean }

export type DeviceLifecycleDeps = {
  directory: Directory
  /** Where the world's plane has a place, metres. */
  toLocal(longitude: number, latitude: number): { x: number; y: number }
  newcomers: Pick<Newcomers, 'put'>
  /** Removes a device that came by itself; false when it is going already. */
  removeForeign(sn: string): Promise<boolean>
  /** Devices were removed at a platform moment: their events in progress end. */
  left(sns: readonly string[], atMs: number): Promise<void>
}

/** Places in their kind, and vehicles of the traffic, that no scenario and no fleet ever takes. */
const ROSTER_FROM = 500_000_000
const TRAFFIC_FROM = 500_000_000

/** One name for both languages: typed names are not translated. */
const sameName = (text: string): Name => ({ zh: text, en: text })

function deviceIdOf(number: number): number {
  return FIRST_ADMIN_DEVICE_ID + number
}

export function createDeviceLifecycle(deps: DeviceLifecycleDeps) {
  const { directory } = deps
  const slotOf = (sn: string): number => {
    const slot = directory.slotOf(sn)
    if (slot === undefined) throw new Error(`There is no device ${sn}`)
    return slot
  }

  /** Adds a device to the world: as the subject of incidents, and as a passing vehicle. */
  function tellWorld(device: AddedDevice, untilMs: number): void {
    const { number, kind, addedMs } = device
    const site =
      device.longitude === undefined || device.latitude === undefined
        ? { x: 0, y: 0 }
        : deps.toLocal(device.longitude, device.latitude)
    deps.newcomers.put({
      id: `device-${number}`,
      kind,
      firstIndex: ROSTER_FROM + number,
      count: 1,
      ...(isMoving(kind) ? { firstTraffic: TRAFFIC_FROM + number } : {}),
      fromMs: addedMs,
      untilMs,
      siteOf: () => site,
    })
  }

  function add(device: AddedDevice): void {
    const { sn, number, kind } = device
    const { bizType, isPtz, usualModels } = KINDS[kind]
    const { longitude = 0, latitude = 0 } = device
    const placed = device.longitude !== undefined && device.latitude !== undefined
    const { x, y } = placed ? deps.toLocal(longitude, latitude) : { x: 0, y: 0 }
    directory.addDevice(
      {
        sn,
        kind,
        name: sameName(device.name),
        groupId: device.groupId,
        rosterIndex: ROSTER_FROM + number,
        protocolType: device.protocolType,
        ability: device.ability,
        bizType,
        isPtz: isPtz === true,
        model: usualModels[0],
        x,
        y,
        longitude,
        latitude,
        headingDeg: isMoving(kind) ? undefined : (number * 47) % 360,
        trafficIndex: isMoving(kind) ? TRAFFIC_FROM + number : undefined,
        installedAtMs: device.addedMs,
        installAddress: sameName(device.address),
        installer: sameName(device.installer),
        sinceMs: device.addedMs,
      },
      deviceIdOf(number),
    )
    tellWorld(device, Number.POSITIVE_INFINITY)
  }

  return {
    add,
    edit: (sn: string, change: DeviceEdit) => directory.editDevice(slotOf(sn), change),
    move: (sn: string, groupId: number) => directory.moveDevice(slotOf(sn), groupId),
    setChannels(sn: string, plans: readonly ChannelPlan[]): void {
      const slot = slotOf(sn)
      const device = directory.device(slot)!
      const channels = plans.map(({ name, ...plan }): DeviceChannel => {
        const named = typeof name === 'string' ? sameName(name) : name
        return { ...plan, name: named, id: device.id * 100 + plan.chnId, deviceId: device.id, sn }
      })
      directory.setChannels(slot, channels)
    },
    /** Takes a device out that is not foreign, without a word to anybody: at the start, and when a fleet comes again. */
    drop(sn: string): void {
      const slot = directory.slotOf(sn)
      if (slot !== undefined) directory.removeDevice(slot)
    },
    /** The world hears that a device which was added is gone, or was from one moment to another. */
    gone: (device: AddedDevice, untilMs: number) => tellWorld(device, untilMs),
    /** Removes devices; resolves when their events in progress have ended. */
    async remove(sns: readonly string[], atMs: number): Promise<void> {
      for (const sn of sns) {
        const device = directory.deviceBySn(sn)
        if (!device) continue
        if (device.foreign) await deps.removeForeign(sn)
        else directory.removeDevice(device.slot)
      }
      await deps.left(sns, atMs)
    },
    addGroup(id: number, parentId: number, name: string): void {
      directory.addGroup(parentId, sameName(name), undefined, id)
    },
    renameGroup: (id: number, name: string) => directory.renameGroup(id, sameName(name)),
    moveGroup: (id: number, parentId: number) => directory.moveGroup(id, parentId),
    removeGroup: (id: number) => directory.removeGroup(id),
    hasGroup: (id: number) => directory.group(id) !== undefined,
    hasDevice: (sn: string) => directory.slotOf(sn) !== undefined,
    isEmptyGroup: (id: number) =>
      directory.groupChildren(id).length === 0 && directory.devicesIn(id).length === 0,
  }
}
