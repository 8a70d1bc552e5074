import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'
import type { ChannelMessage, StatusChange } from '@backlot/contract/channel/frames'
import type { GpsFix } from '@backlot/contract/devices/entities'

/** Messages of areas to the real-time channel. Call it after the commit; the hub merges per tick and audience. */
export type Publisher = {
  /** In commit order; each alarm carries its cursor. updateOnly: not counted as new. */
  alarms(list: readonly Alarm[], updateOnly: boolean): void
  /** Work orders that were made or changed, with the group that sees each. */
  workOrders(list: readonly WorkOrderChange[]): void
  resource(sn: string, alarmSeq: string, resource: readonly AlarmResource[]): void
  status(list: readonly StatusChange[]): void
  gps(list: readonly GpsFix[]): void
  /** Devices whose position in the directory has changed, by slot: it is read there at the tick. */
  moved(slots: Iterable<number>): void
  /** Sent 500 ms later, merged. */
  treeChanged(parentIds: readonly number[]): void
  channelsChanged(sn: string, list: readonly { chnId: number; onlineStatus: number }[], reload: boolean): void
  setting(sn: string, setting: string, result: number, requestId?: string): void
  account(userId: number, notice: 'permissionChanged' | 'deleted' | 'updated' | 'kickedOut'): void
  /** One session only (single sign-on, kick-out). */
  session(sessionId: string, notice: 'kickedOut' | 'updated'): void
  /** Types or levels of alarms were changed: all consoles load them again. */
  alarmTypesChanged(): void
  /** A message to the consoles of one session, besides the common ones. */
  toSession(sessionId: string, message: SessionMessage): void
}

/** Messages to a single session. */
export type SessionMessage = Extract<ChannelMessage, { type: 'playback' | 'download' | 'alarmTypes' }>

/** A work order that was made or changed; sent to accounts that see the group and may see orders. */
export type WorkOrderChange = { id: number; version: number; state: number; groupId: number }
