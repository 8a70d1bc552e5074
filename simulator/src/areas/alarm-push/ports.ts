import type { PushEventKind } from '@backlot/contract/alarm-push/entities'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Named } from '../../kernel/language.ts'
import type { Resolve } from './post-json.ts'

/** Accounts, and the alarms that may be pushed for them. */
export type PushScopePort = {
  /** Whether an account still may push at all. */
  mayPush(ownerId: number): boolean
  ownerName(ownerId: number): string
  /** Group of a device; undefined when it is gone. */
  groupOf(sn: string): number | undefined
  /** Whether an account's scope holds a group. Undefined group: only who sees everything. */
  covers(ownerId: number, groupId: number | undefined): boolean
  /** Whether a group is one of these or lies below one. */
  isBelow(groupId: number | undefined, nodeIds: readonly number[]): boolean
  /** Grows when groups or accounts change. */
  version(): string
  /** Name of a device that an account may name; undefined for others and when it is gone. */
  deviceName(ownerId: number, sn: string): Named | undefined
  /** The same for a group; 0 is everything, and has none. */
  groupName(ownerId: number, groupId: number): Named | undefined
}

export type PushTypesPort = {
  levelOf(type: string, subType: string): 1 | 2 | 3 | 4
}

/** Where requests go out. */
export type PushNetPort = {
  /** Hosts, addresses and networks besides loopback that pushes may go to. */
  allowed: readonly string[]
  /** Ports that this platform listens on. */
  ownPorts(): readonly number[]
  ownAddresses(): readonly string[]
  resolve: Resolve
}

/** Takes changes of alarms; never waits. */
export type AlarmNotice = (list: readonly Alarm[], kind: PushEventKind) => void
