import type { PictureStyle } from '@backlot/contract/devices/constants'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

export type GroupRecord = {
  groupId: number
  /** 0 for a top group. */
  parentId: number
  name: Named
}

/** A place where a device measures. */
export type PointRecord = {
  id: number
  name: Named
  /** Description of its location; '' when none was set. */
  position: string
  /** Contaminant codes of the quantities measured there. */
  codes: readonly string[]
  /** Its own limits. */
  limits?: readonly { code: string; low: number | null; high: number | null; alarm: boolean }[]
}

export type ChannelRecord = {
  id: number
  chnId: number
  name: Named
  /** 0 video, 1 alarm in, 2 alarm out, 3 hjt212, 4 audio. */
  type: number
  lineId: number
  isPtz: boolean
  /** How it sees, where it does not see as people do. */
  pictureStyle?: PictureStyle
  monitoringPoints: readonly PointRecord[]
}

/** Attributes of a device that do not change from second to second. */
export type DeviceRecord = {
  deviceId: number
  sn: string
  name: Named
  kind: DeviceKind
  groupId: number
  ability: number
  bizType: readonly string[]
  protocolType: number
  isPtz: boolean
  /** Vehicles and body-worn cameras: their place is where they are, and nobody puts them there. */
  moves: boolean
  channels: readonly ChannelRecord[]
  /** Epoch milliseconds. */
  installedMs: number
  installer: Named
  installAddress: Named
}

/** Changing attributes: online fields (0 or 1), flag and last known position. */
export type DeviceState = {
  videoOnlineStatus: number
  sensorOnlineStatus: number
  gbOnlineStatus: number
  smartOnlineStatus: number
  gisOnlineStatus: number
  /** 0 none, 1 alarm, 2 processed. */
  alarmFlg: number
  /** Undefined when the device has no position. */
  longitude: number | undefined
  latitude: number | undefined
  /** Epoch milliseconds of the position. */
  locatedMs: number | undefined
  speedKmh: number
  directionDeg: number
  /** Numbers of channels that are offline although the device is online. */
  lostChannels: ReadonlySet<number>
}

/** The device directory as the tree and the lists of devices read it. */
export type DirectoryPort = {
  /** Grows when groups, devices, channels, names or placements change. */
  structureVersion(): number
  /** Grows with every change of status or position. */
  stateVersion(): number
  group(groupId: number): GroupRecord | undefined
  /** Groups directly below a group, in tree order; 0 means the top. */
  groupsIn(groupId: number): readonly GroupRecord[]
  /** Devices right in a group, in tree order. */
  devicesIn(groupId: number): readonly DeviceRecord[]
  /** Every device, in tree order. */
  devices(): Iterable<DeviceRecord>
  device(sn: string): DeviceRecord | undefined
  /** By its id, which no group has. */
  deviceById(deviceId: number): DeviceRecord | undefined
  state(sn: string): DeviceState
  /** Devices and online devices anywhere below a group; counters, not a walk. */
  counts(groupId: number): { devices: number; online: number }
  /** Whether a group lies in a scope. */
  inScope(groupId: number, scope: ScopeIntervals): boolean
  /** Sets a fixed device's position in the directory from now on; undefined takes it off the map. */
  place(sn: string, position: { longitude: number; latitude: number } | undefined): void
}

/** Nodes that the tree shows below a device. Answers from memory, since every device of a page needs it. */
export type BelowDevicesPort = {
  /** Sensors that a device asks over its RS-485 line, by address. */
  controllersOf(sn: string): readonly { id: number; number: string; name: Named; chnId: number }[]
  /** Camera channels that look at a device, the first one first. */
  bindingsOf(sn: string): readonly { sn: string; chnId: number }[]
  /** Grows with every change of either. */
  version(): number
}

/** Signal strength of a device at platform time, dBm. */
export type SignalPort = { rssiDbm(sn: string, atMs: number): number }
