import type { AlarmEvent } from './tick-events.ts'

/** The stored alarms in the order of their commits: what a console that was away missed. */
export type AlarmFeed = {
  /** Newest durable cursor; 0 when there are no alarms. */
  newestCursor(): number
  /**
   * Alarms whose cursor is larger, by cursor, at most `limit`. updateOnly: raised at or before `cursor` and changed
   * since.
   */
  after(cursor: number, limit: number): AlarmEvent[]
}
