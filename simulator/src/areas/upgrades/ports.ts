import type { RunDeviceState } from '@backlot/contract/upgrades/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

/** A device whose software can be changed. */
export type UpgradableDevice = { sn: string; name: Named; kind: string; online: boolean; version: string }

export type UpgradeDevicesPort = {
  /** A device in a scope. */
  find(sn: string, scope: ScopeIntervals): UpgradableDevice | undefined
  /** Whether it is downloading or installing. */
  isBusy(sn: string): boolean
  /** State of an upgrade that was ordered at a moment. */
  stateOf(sn: string, version: string, orderedMs: number): { state: RunDeviceState; progress: number }
  /** Orders are stored, and in effect, when the promise resolves. */
  order(sn: string, atMs: number, version: string): Promise<void>
  giveUp(sn: string, atMs: number): Promise<void>
}

/** Plain data of a version that is stored. */
export type StoredVersion = {
  name: string
  version: string
  kind: string
  fileName: string
  sizeBytes: number
  sha256: string
  notes: string
}
