import type {
  ConfigOf,
  ConfigSection,
  HardDisk,
  PushProgress,
  UpgradeTask,
} from '@backlot/contract/device-config/entities'
import type { DeviceAction } from '../../devices/commands.ts'
import type { ScopeIntervals } from '../../fleet/scope.ts'

/** A device that can be configured. */
export type ConfiguredDevice = {
  online: boolean
  /** Numbers of its video channels. */
  videoChannels: readonly number[]
}

/** What a device holds, at a moment of platform time. */
export type DeviceConfigPort = {
  /** A device in a scope. */
  find(sn: string, scope: ScopeIntervals): ConfiguredDevice | undefined
  isOnline(sn: string): boolean
  config<S extends ConfigSection>(sn: string, section: S, atMs: number, chnId?: number): ConfigOf<S>
  disks(sn: string, atMs: number): HardDisk[]
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

/** What devices push to other servers. */
export type PushingPort = {
  judge(url: string): Promise<StreamRefusal | undefined>
  /** How a work gets on; undefined while it is not executed. */
  progress(sn: string, workId: number): PushProgress | undefined
}
