import type { Alarm } from '@backlot/contract/alarms/entities'
import type { CursorRange } from '@backlot/contract/channel/cursor-ranges'

/** Fields of a stored alarm that decide its recipients. raisedCursor: the cursor of its arrival. */
export type MissedAlarm = { cursor: number; raisedCursor: number; sn: string; type: string }

/** Stored alarms in the order of their commits, for consoles that were away. */
export type AlarmFeed = {
  /** Newest durable cursor; 0 when there are no alarms. */
  newestCursor(): number
  /** Alarms of a range, newest first, at most `limit`, and the newest cursor when they were read. */
  missed(range: CursorRange, limit: number): { list: MissedAlarm[]; newestCursor: number }
  /** The alarms that have these cursors, in ascending order; those that have changed since are left out. */
  withCursors(cursors: readonly number[]): Alarm[]
  /** The cursors with which alarms came in, by id; those that are gone are left out. */
  raisedCursors(ids: readonly number[]): Map<number, number>
  /** An alarm by its device and sequence, with the cursor with which it came in. */
  named(sn: string, alarmSeq: string): StoredAlarm | undefined
}

export type StoredAlarm = { alarm: Alarm; raisedCursor: number }
