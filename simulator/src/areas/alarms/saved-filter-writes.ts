import { SAVED_FILTERS_MAX } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import { prepared } from '../shared/prepared.ts'

type Query = Readonly<Record<string, string>>

/** Saves a filter. Throws conflict when the user has one of that name, or too many. */
export function add(
  db: Database,
  { userId, name, query }: { userId: number; name: string; query: Query },
): { id: number } {
  const count = prepared(db, 'SELECT count(*) FROM alarm_filters WHERE user_id = ?')
    .pluck()
    .get(userId) as number
  if (count >= SAVED_FILTERS_MAX) throw refusal('conflict', 'alarmFiltersFull')
  refuseTaken(db, userId, name, 0)
  const { lastInsertRowid } = prepared(
    db,
    'INSERT INTO alarm_filters (user_id, name, query) VALUES (?, ?, ?)',
  ).run(userId, name, JSON.stringify(query))
  return { id: Number(lastInsertRowid) }
}

/** Changes what is given of an own filter. Throws notFound, or conflict when another one has that name. */
export function update(
  db: Database,
  args: { userId: number; id: number; name?: string | undefined; query?: Query | undefined },
): void {
  if (args.name !== undefined) refuseTaken(db, args.userId, args.name, args.id)
  const { changes } = prepared(
    db,
    'UPDATE alarm_filters SET name = ifnull(?, name), query = ifnull(?, query) WHERE id = ? AND user_id = ?',
  ).run(args.name ?? null, args.query ? JSON.stringify(args.query) : null, args.id, args.userId)
  if (changes === 0) throw refusal('notFound', 'alarmFilterNotFound')
}

/** Removes an own filter. Throws notFound. */
export function remove(db: Database, { userId, id }: { userId: number; id: number }): void {
  const { changes } = prepared(db, 'DELETE FROM alarm_filters WHERE id = ? AND user_id = ?').run(id, userId)
  if (changes === 0) throw refusal('notFound', 'alarmFilterNotFound')
}

function refuseTaken(db: Database, userId: number, name: string, exceptId: number): void {
  const sql = 'SELECT 1 FROM alarm_filters WHERE user_id = ? AND name = ? COLLATE NOCASE AND id <> ?'
  if (prepared(db, sql).get(userId, name, exceptId)) throw refusal('conflict', 'alarmFilterNameTaken')
}
