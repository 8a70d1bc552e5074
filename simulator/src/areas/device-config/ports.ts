import type {
  ConfigOf,
  ConfigSection,
  HardDisk,
  PushProgress,
  UpgradeTask,
} from '@backlot/contract/device-config/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { DeviceAction } from '../../devices/commands.ts'
import type { DeviceCondition } from '../../devices/device-condition.ts'

/** A device that can be configured. */
export type ConfiguredDevice = {
  online: boolean
  /** It came to a gateway by itself: nothing that this area sends reaches it. */
  foreign: boolean
  condition: DeviceCondition
  protocolType: number
  /** Numbers of its video channels. */
  videoChannels: readonly number[]
}

/** Configuration of a device at a moment of platform time. */
export type DeviceConfigPort = {
  /** A device in a scope. */
  find(sn: string, scope: ScopeIntervals, atMs: number): ConfiguredDevice | undefined
  /** Whether it answers: it is online, and not silent. */
  answers(sn: string, atMs: number): 'yes' | 'offline' | 'silent'
  /** Whether a section was ever set by a moment; else it is as the device left the factory. */
  wasSet(sn: string, section: ConfigSection, atMs: number): boolean
  config<S extends ConfigSection>(sn: string, section: S, atMs: number, chnId?: number): ConfigOf<S>
  disks(sn: string, atMs: number): HardDisk[]
  /** Board and revision; empty for a device whose hardware nobody knows. */
  hardware(sn: string): string
  /** Whether somebody publishes a stream of the channel over RTMP now. */
  isPublished(sn: string, chnId: number): boolean
  upgrade(sn: string, atMs: number): { version: string; task: UpgradeTask | null }
  /** Versions that the upgrade server has, oldest first. */
  versions(): readonly string[]
}

/** Sends a command to a device: it is stored, and in effect when the promise resolves. */
export type DeviceOrdersPort = { append(sn: string, atMs: number, action: DeviceAction): Promise<void> }

/** Why a stream may not be pushed to an address. */
export type StreamRefusal = {
  fault: 'form' | 'scheme' | 'hostNotAllowed' | 'ownPort' | 'portNotAllowed' | 'notResolved'
  /** The host or the port that is meant. */
  detail: string
}

/** Streams that devices push to other servers. */
export type PushingPort = {
  judge(url: string): Promise<StreamRefusal | undefined>
  /** How a work gets on; undefined while it is not executed. */
  progress(sn: string, workId: number): PushProgress | undefined
}

/** Where devices of this platform sign in. */
export type HomePort = {
  /** By protocol. */
  of(protocolType: number): { address: string; port: number }
  /** Whether an address is one of this platform's. */
  is(address: { address: string; port: number }): boolean
}
