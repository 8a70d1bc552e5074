import type { PointLimit } from '@backlot/contract/installation/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'
import type { Actor } from '../shared/audit.ts'

/** A place where a device measures. */
export type PointRecord = {
  id: number
  name: Named
  position: string
  codes: readonly string[]
  limits?: readonly PointLimit[]
}

export type InstalledChannel = {
  id: number
  chnId: number
  name: Named
  type: number
  monitoringPoints: readonly PointRecord[]
}

/** A device as needed for its setup. */
export type InstalledDevice = {
  sn: string
  name: Named
  groupId: number
  channels: readonly InstalledChannel[]
  /** Epoch milliseconds. */
  installedMs: number
  installer: Named
  installAddress: Named
}

export type InstalledDevicesPort = {
  device(sn: string): InstalledDevice | undefined
  inScope(groupId: number, scope: ScopeIntervals): boolean
  isChannelOnline(sn: string, chnId: number): boolean
  position(sn: string): { longitude: number; latitude: number }
  /** Contaminant codes of the quantities that a device measures. */
  codesOf(sn: string): readonly string[]
}

/** Installer and address are in the device list. */
export type InstallRecordsPort = {
  change(sn: string, set: { installer: string; address: string }, actor: Actor): Promise<void>
}

/** Readings of stations, in displayed units. */
export type WatchedReadingsPort = {
  latest(
    sn: string,
    nowMs: number,
  ): readonly { code: string; atMs: number; value: number; flag?: string }[] | undefined
}

/** An ongoing alarm of a limit. */
export type OpenCrossing = { atMs: number; alarmSeq: string }

/** A value went past a limit of its monitoring point; some seconds have passed since; it came back. */
export type LimitEvent = {
  kind: 'begun' | 'seen' | 'over'
  sn: string
  chnId: number
  code: string
  alarmSeq: string
  startMs: number
  endMs?: number
}

/** A quantity as it is shown. */
export type ShownQuantityPort = { shown(code: string): { name: Named; unit: string } | undefined }
export type PhotosPort = { exists(path: string): Promise<boolean> }
