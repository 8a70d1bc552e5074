import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'
import type { StatusChange } from '@backlot/contract/channel/frames'
import type { GpsFix } from '@backlot/contract/devices/entities'
import type { SessionMessage, WorkOrderChange } from '../kernel/publisher.ts'

export type AccountNoticeKind = 'permissionChanged' | 'deleted' | 'updated' | 'kickedOut'

/** An alarm row to send; updateOnly: not counted as new. */
export type AlarmEvent = { alarm: Alarm; updateOnly: boolean }

/** Events of one tick of the channel, merged: one position and one status change per device. */
export type TickEvents = {
  gps: readonly GpsFix[]
  /** Slots of devices whose position in the directory changed, each once. */
  moved: ReadonlySet<number>
  status: readonly StatusChange[]
  /** By cursor. */
  alarms: readonly AlarmEvent[]
  /** The newest change of each. */
  workOrders: readonly WorkOrderChange[]
  resources: readonly { sn: string; alarmSeq: string; resource: readonly AlarmResource[] }[]
  /** Groups whose children changed; empty when none is to be announced now. */
  treeParents: readonly number[]
  channels: readonly {
    sn: string
    list: readonly { chnId: number; onlineStatus: number }[]
    reload: boolean
  }[]
  settings: readonly { sn: string; setting: string; result: number; requestId?: string }[]
  clockChanged: boolean
  troublesChanged: boolean
  alarmTypesChanged: boolean
  notices: readonly ({ notice: AccountNoticeKind } & ({ userId: number } | { sessionId: string }))[]
  /** Messages to single sessions, in order. */
  direct: readonly { sessionId: string; message: SessionMessage }[]
}
