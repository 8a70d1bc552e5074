import type { BodyIn, DataOut } from '@backlot/contract/call'
import { controlDevices } from '@backlot/contract/control/calls'
import {
  controlPressSos,
  controlPublishKey,
  controlRemoveDevice,
  controlSetDeviceValue,
} from '@backlot/contract/control/device-calls'
import { controlScenarioAct } from '@backlot/contract/control/scenario-calls'
import { updatePlaceGps } from '@backlot/contract/devices/calls'
import type { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { findKind, knownKinds } from '@backlot/contract/devices/known-kinds'
import { Operator } from '../operator.ts'
import type { ControlCall, Platform } from './platform.ts'

/** A kind of device: `ptzCamera`, `vehicle`, … */
export type DeviceKind = (typeof DEVICE_KINDS)[number]
/** One device: its serial number, or the first ('vehicle') or third ('vehicle 3') of its kind. */
export type DeviceName = string
/** A device with its position and state, as the control API lists it. */
export type Device = DataOut<typeof controlDevices>['list'][number]
/** Devices as scenarios name them: a name, a kind, a group's key, '*', or common properties. */
export type DeviceRef = NonNullable<BodyIn<typeof controlScenarioAct>['offline']>['device']
/** Directions and speed of a PTZ camera, and for how long. */
export type PtzMove = Omit<NonNullable<BodyIn<typeof controlScenarioAct>['ptz']>, 'device'>

/** Finds devices and acts on them. Every call throws for a device that is not there. */
export type Devices = {
  /** With their true places and poses, at most `limit` (1000). */
  list(which?: { kind?: DeviceKind; limit?: number }): Promise<Device[]>
  /** Rejects when there is none. */
  find(name: DeviceName): Promise<Device>
  /** Offline, for a span of platform time or until changed. */
  offline(devices: DeviceRef, span?: string): Promise<void>
  /** Brings devices back that were taken offline. */
  online(devices: DeviceRef): Promise<void>
  /** Gives devices back to their own ways. */
  release(devices: DeviceRef): Promise<void>
  /** Devices go offline, start and connect again. */
  reboot(devices: DeviceRef): Promise<void>
  /** Places a fixed device elsewhere, as an administrator does on the map. */
  move(name: DeviceName, to: { longitude: number; latitude: number }): Promise<void>
  /** Turns a PTZ camera: `{ pan: 1, speed: 40, for: '3s' }`, `{ callPreset: 9 }`, `{ stop: true }`. */
  turn(devices: DeviceRef, move: PtzMove): Promise<void>
  /** Sets a value as the maker would from afar: report intervals, limits, alarm outputs. */
  set(name: DeviceName, setting: string, value: number): Promise<void>
  /** Presses the SOS button of a device that has one, for a time in milliseconds. */
  pressSos(name: DeviceName, forMs?: number): Promise<void>
  /** Where and with which key a real camera may publish in place of a device; RTMP must be on (`rtmpPort: 0`). */
  publishKey(name: DeviceName, chnId?: number): Promise<{ url: string; key: string }>
  /** Takes a discovered device away with everything stored of it. */
  takeAway(name: DeviceName): Promise<void>
}

export function createDevices({ call, url, signIn }: Pick<Platform, 'call' | 'url' | 'signIn'>): Devices {
  const act = async (body: BodyIn<typeof controlScenarioAct>) => {
    await call(controlScenarioAct, { body })
  }
  const snOf = async (name: DeviceName) => (await resolveDevice(call, name)).sn
  return {
    list: async ({ kind, limit } = {}) => (await call(controlDevices, { query: { kind, limit } })).list,
    find: (name) => resolveDevice(call, name),
    offline: (device, span) => act({ offline: { device, ...(span === undefined ? {} : { for: span }) } }),
    online: (device) => act({ online: { device } }),
    release: (device) => act({ release: { device } }),
    reboot: (device) => act({ reboot: { device } }),
    async move(name, { longitude, latitude }) {
      const sn = await snOf(name)
      const operator = await Operator.signIn(url, signIn.loginName, signIn.password)
      await operator.call(updatePlaceGps, { body: { sn, longitude, latitude } })
    },
    turn: (device, move) => act({ ptz: { device, ...move } }),
    async set(name, setting, value) {
      await call(controlSetDeviceValue, { body: { sn: await snOf(name), setting, value } })
    },
    async pressSos(name, forMs) {
      await call(controlPressSos, { body: { sn: await snOf(name), forMs } })
    },
    publishKey: async (name, chnId) => call(controlPublishKey, { body: { sn: await snOf(name), chnId } }),
    async takeAway(name) {
      await call(controlRemoveDevice, { body: { sn: await snOf(name) } })
    },
  }
}

/** Rejects with a RangeError when no device is called so. */
export async function resolveDevice(call: ControlCall, name: DeviceName): Promise<Device> {
  const [, kind = name, number = '1'] = /^(\S+)\s+(\d+)$/.exec(name) ?? []
  const isKind = findKind(kind) !== undefined
  const query = isKind ? { kind, limit: Number(number) } : { sn: name }
  const { list } = await call(controlDevices, { query })
  const found = isKind ? list[Number(number) - 1] : list[0]
  if (found) return found
  throw new RangeError(
    `'${name}' names no device: a serial number, a kind (${knownKinds().join(', ')}) or 'vehicle 3'.`,
  )
}
