import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

export type HeatQuestion = {
  /** Alarms that start in [fromMs, toMs). */
  fromMs: number
  toMs: number
  type: string | undefined
  /** undefined: all of them. */
  groupIds: readonly number[] | undefined
}
export type HeatCell = { longitude: number; latitude: number; count: number }

/**
 * Cells of three decimals of a degree, about 100 m, in SQL that SQLite and PostgreSQL work out alike: their round()
 * treats halves differently.
 */
export const HEAT_COLUMNS = `floor(start_lon * 1000 + 0.5) / 1000 AS longitude,
  floor(start_lat * 1000 + 0.5) / 1000 AS latitude, count(*) AS count`
export const HEAT_ORDER = 'GROUP BY 1, 2 ORDER BY count DESC, longitude, latitude LIMIT 20000'

/** Counts of alarms by cell, the most of them first. */
export function readHeat(db: Database, { fromMs, toMs, type, groupIds }: HeatQuestion): HeatCell[] {
  return prepared(
    db,
    `SELECT ${HEAT_COLUMNS} FROM alarms
     WHERE start_ms >= @fromMs AND start_ms < @toMs AND start_lon IS NOT NULL
       AND (@type IS NULL OR type = @type)
       AND (@groups IS NULL OR group_id IN (SELECT value FROM json_each(@groups)))
     ${HEAT_ORDER}`,
  ).all({
    fromMs,
    toMs,
    type: type ?? null,
    groups: groupIds ? JSON.stringify(groupIds) : null,
  }) as HeatCell[]
}
