import type { Alarm, AlarmHistoryEntry } from '@backlot/contract/alarms/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { PictureRecipe } from '../../history/reported-alarm.ts'
import type { Named } from '../../kernel/language.ts'
import type { AlarmRow } from './alarm-row.ts'
import type { Question } from './columns/reader-messages.ts'
import type { PageMark } from './query/list-query.ts'

/** Data of the device that an alarm needs when it is raised. */
export type AlarmDevice = {
  name: Named
  groupId: number
  channelName(chnId: number): Named | undefined
  /** The monitoring point at which a quantity is measured, where it has a name of its own. */
  monitorAt(code: string): { id: number; name: string } | undefined
  /** Last known position, km/h and degrees. */
  position: { longitude: number; latitude: number; speedKmh: number; directionDeg: number } | undefined
}

export type AlarmDevicesPort = {
  device(sn: string): AlarmDevice | undefined
  /** A camera that looks at the device: its own, or one close by. */
  cameraOf(sn: string, chnId: number): { sn: string; chnId: number } | undefined
  /** Flags a device: 1 alarm, 2 processed. Views of devices are notified. */
  setFlag(sn: string, alarmFlg: 1 | 2): void
  /** Flags these devices and no others. */
  resetFlags(flags: ReadonlyMap<string, 1 | 2>): void
  /** Whether there is such a device at all (flags of devices that went are dropped). */
  exists(sn: string): boolean
}

/** Groups that are counted as one. */
export type GroupPart = {
  groupId: number
  name: Named
  /** Its own devices alone. */
  own: boolean
  groupIds: readonly number[]
}

export type AlarmScopePort = {
  /** Ids of all groups in a scope; undefined when the scope is everything. */
  groupIdsIn(scope: ScopeIntervals): readonly number[] | undefined
  /** Ids of a group and those below it; 0 is everything. */
  groupIdsBelow(groupId: number): readonly number[]
  inScope(groupId: number, scope: ScopeIntervals): boolean
  /**
   * The groups below a node (or below the only top one) with everything below each, and the node's own devices as one
   * more part; undefined when the node is out of sight.
   */
  groupParts(nodeId: number | undefined, scope: ScopeIntervals): readonly GroupPart[] | undefined
  /** Grows when the groups change. */
  version(): number
}

/** Receives changes of alarms after they were stored; never waits. */
export type AlarmListener = (alarms: readonly Alarm[], kind: 'start' | 'stop' | 'processing') => void

/** Hears of work orders that went because the processing of their alarms was taken back. */
export type AlarmOrdersPort = {
  gone(orders: readonly { id: number; version: number; state: number; group_id: number }[]): void
}

export type AlarmName = { id: number } | { sn: string; alarmSeq: string }

export type NamedAlarm = Pick<AlarmRow, 'id' | 'sn' | 'alarm_seq' | 'group_id' | 'start_ms'>

/** Alarms that were removed from the core and are in the archive. */
export type AlarmPastPort = {
  /** Whether alarms that start at a moment or later are to be asked for here: some of them are not on the core. */
  holds(fromMs: number): boolean
  /** A page of alarms, those on the core too. */
  page(
    question: Extract<Question, { kind: 'page' }>,
  ): Promise<{ rows: AlarmRow[]; mark: PageMark | undefined; total: number }>
  /** One alarm; undefined where there is none. */
  alarm(by: AlarmName): Promise<AlarmRow | undefined>
  /** Whose the alarms are that some names mean. */
  named(names: readonly AlarmName[]): Promise<NamedAlarm[]>
  /** Actions on an alarm up to `nowMs`, newest first. */
  history(alarmId: number, nowMs: number): Promise<AlarmHistoryEntry[]>
}

export type AlarmTypesPort = {
  /** Whether there is such a type, with such a sub-type when one is given. */
  has(type: string, subType?: string): boolean
  /** Level of each type and sub-type, by 'type' or 'type-subType'. */
  levels(): Record<string, 1 | 2 | 3 | 4>
}

export type PicturesPort = {
  /**
   * Draws a camera's picture at a platform moment. JPEG; undefined when the camera no longer exists. `width`: pixels, of
   * pictures that are drawn; those that a real camera took stay as they are.
   */
  render(recipe: PictureRecipe & { width?: number | undefined }): Promise<Uint8Array | undefined>
  /** The seconds around the moment as MP4, once they have passed, or why there is none. */
  clip(recipe: PictureRecipe): Promise<Uint8Array | 'noEncoder' | 'noCamera' | 'storageFull'>
}
