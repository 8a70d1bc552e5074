import type { Database } from 'better-sqlite3'
import { prepared } from '../../shared/prepared.ts'
import type { AlarmReader } from '../columns/alarm-reader.ts'
import type { Tally } from '../columns/tally.ts'
import { CROWD, isCrowded } from './list-query.ts'

export type TallyAsked = {
  /** Alarms that start from one moment on and before another. */
  fromMs: number
  toMs: number
  /** Groups that may be counted; undefined: all. */
  groupIds: readonly number[] | undefined
  /** Starts of parts, ascending. */
  bounds: readonly number[]
}

/** How many alarms began in a span, by part, group and kind: few are counted here, many by the reader. */
export async function tallyAlarms(db: Database, reader: AlarmReader, asked: TallyAsked): Promise<Tally> {
  const { fromMs, toMs, groupIds, bounds } = asked
  if (
    reader.isNeeded(fromMs) ||
    isCrowded(db, { startTime: fromMs / 1000, endTime: toMs / 1000 - 1 }, CROWD)
  ) {
    const span = { fromMs, beforeMs: toMs }
    return reader.ask({ kind: 'tally', span, filter: { groupIds }, wish: { bounds } })
  }
  const within = groupIds ? ' AND group_id IN (SELECT value FROM json_each(?))' : ''
  const values = groupIds ? [JSON.stringify(groupIds)] : []
  const rest = `FROM alarms WHERE start_ms >= ? AND start_ms < ?${within}`
  const count = prepared(db, `SELECT count(*) ${rest}`).pluck()
  const parts = bounds.map((startMs, part) => {
    const endMs = Math.min(bounds[part + 1] ?? toMs, toMs)
    return endMs > startMs ? (count.get(startMs, endMs, ...values) as number) : 0
  })
  const byGroup = prepared(db, `SELECT group_id, count(*) ${rest} GROUP BY group_id`).raw()
  const byKind = prepared(
    db,
    `SELECT type, sub_type AS subType, count(*) AS alarms ${rest} GROUP BY type, sub_type`,
  )
  return {
    total: parts.reduce((sum, part) => sum + part, 0),
    parts,
    groups: byGroup.all(fromMs, toMs, ...values) as Tally['groups'],
    kinds: byKind.all(fromMs, toMs, ...values) as Tally['kinds'],
  }
}
