import type {
  AddedCamera,
  CAMERA_FAULTS,
  CameraChange,
  CameraCheck,
  FoundCamera,
  NewCamera,
  ProbedCamera,
} from '@backlot/contract/device-admin/camera-entities'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

/** A device as lists of administrators read it. */
export type RegisteredDevice = {
  id: number
  slot: number
  sn: string
  name: Named
  kind: DeviceKind
  groupId: number
  protocolType: number
  ability: number
  isPtz: boolean
  installedAtMs: number
  installAddress: Named
  installer: Named
  trafficIndex?: number | undefined
  /** It came by itself, at a gateway. */
  foreign?: boolean | undefined
}

export type RegisteredChannel = { chnId: number; name: Named; type: number; lineId: number; isPtz: boolean }
export type RegisteredGroup = { id: number; parentId: number; name: Named }

/** The directory as administrators see it. */
export type RegisterPort = {
  /** Grows when groups, devices or names change. */
  treeVersion(): number
  /** Devices of a scope, or of a group and all below it, in tree order. */
  devices(scope: ScopeIntervals, groupId?: number): Iterable<RegisteredDevice>
  device(sn: string): RegisteredDevice | undefined
  isOnline(slot: number): boolean
  /** Last known position; undefined without one. */
  position(slot: number): { longitude: number; latitude: number } | undefined
  channels(slot: number): readonly RegisteredChannel[]
  group(id: number): RegisteredGroup | undefined
  /** Every group in tree order. */
  groups(): readonly RegisteredGroup[]
  groupChildren(id: number): readonly RegisteredGroup[]
  /** Ids from a group up to the top. */
  groupPath(id: number): readonly number[]
  countBelow(id: number): number
  inScope(groupId: number, scope: ScopeIntervals): boolean
}

export type AddedDevice = {
  sn: string
  number: number
  kind: string
  protocolType: number
  name: string
  groupId: number
  ability: number
  longitude: number | undefined
  latitude: number | undefined
  address: string
  installer: string
  addedMs: number
}

export type ChannelPlan = {
  chnId: number
  name: string | Named
  type: number
  lineId: number
  isPtz: boolean
}

/** Changes to the running platform. */
export type LifecyclePort = {
  add(device: AddedDevice): void
  edit(
    sn: string,
    change: { name?: Named; ability?: number; installAddress?: Named; installer?: Named },
  ): void
  move(sn: string, groupId: number): void
  setChannels(sn: string, plans: readonly ChannelPlan[]): void
  /** Takes a device out without a word to anybody. */
  drop(sn: string): void
  /** The world hears until when a device that was added is there. */
  gone(device: AddedDevice, untilMs: number): void
  remove(sns: readonly string[], atMs: number): Promise<void>
  addGroup(id: number, parentId: number, name: string): void
  renameGroup(id: number, name: string): void
  moveGroup(id: number, parentId: number): void
  removeGroup(id: number): void
  hasGroup(id: number): boolean
  hasDevice(sn: string): boolean
  isEmptyGroup(id: number): boolean
}

/** Accounts, as far as groups need them. */
export type AccountsPort = {
  /** Login names of accounts that are bound to a group. */
  boundTo(groupId: number): readonly string[]
}

/** Real cameras. What cannot be done rejects; `faultOf` says why. */
export type CamerasPort = {
  /** Undefined: discovery is off. */
  discover(seconds: number): Promise<FoundCamera[] | undefined>
  probe(check: CameraCheck): Promise<{ found: ProbedCamera }>
  /** JPEG. */
  testPicture(check: CameraCheck, profile: string | undefined): Promise<Buffer>
  /**
   * Probes it; the answered function then adds it, and answers the serial number of the new device, which is in the
   * group of discovered ones. Of several such functions one may run at a time.
   */
  add(wish: Omit<NewCamera, 'groupId'>): Promise<() => Promise<string>>
  /** Probes it as it would be; the answered function then changes it. */
  update(change: Omit<CameraChange, 'version'>): Promise<() => Promise<void>>
  has(sn: string): boolean
  list(): Omit<AddedCamera, 'version' | 'name' | 'groupId'>[]
  reboot(sn: string): Promise<void>
  /** Milliseconds that its clock is ahead now; null: it tells none. */
  syncTime(sn: string): Promise<number | null>
  /** Removes the group of discovered devices when nothing is in it. */
  tidy(): void
  /** A fault of a camera; undefined: something else failed. */
  faultOf(error: unknown): { fault: (typeof CAMERA_FAULTS)[number]; detail: string } | undefined
}
