import type { ScopeIntervals } from '../../fleet/scope.ts'
import type { Actor } from '../audit.ts'
import type { Named } from '../language.ts'

/** A place where a device measures. */
export type PointRecord = { id: number; name: Named; position: string; codes: readonly string[] }

export type InstalledChannel = {
  id: number
  chnId: number
  name: Named
  type: number
  monitoringPoints: readonly PointRecord[]
}

/** A device as its set-up is asked for. */
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
  isOnline(sn: string): boolean
  position(sn: string): { longitude: number; latitude: number }
  /** Contaminant codes of what a device measures. */
  codesOf(sn: string): readonly string[]
}

/** Installer and address stand in the list of devices. */
export type InstallRecordsPort = {
  change(sn: string, set: { installer: string; address: string }, actor: Actor): Promise<void>
}

export type CodeNamesPort = { nameOf(code: string): Named | undefined }
export type PhotosPort = { exists(path: string): Promise<boolean> }
