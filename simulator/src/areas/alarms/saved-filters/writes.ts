import { SAVED_FILTERS_MAX } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import { refusal } from '../../../kernel/refusal.ts'
import { queryBuilder } from '../../../store/query-builder.ts'
import { alarmFilters } from './tables.ts'

type Query = Readonly<Record<string, string>>

/** Saves a filter. Throws conflict when the user has one of that name, or too many. */
export function add(
  db: Database,
  { userId, name, query }: { userId: number; name: string; query: Query },
): { id: number } {
  const builder = queryBuilder(db)
  const own = builder
    .select({ count: count() })
    .from(alarmFilters)
    .where(eq(alarmFilters.userId, userId))
    .get()
  if (own!.count >= SAVED_FILTERS_MAX) throw refusal('conflict', 'alarmFiltersFull')
  refuseTaken(db, userId, name, 0)
  const { lastInsertRowid } = builder.insert(alarmFilters).values({ userId, name, query }).run()
  return { id: Number(lastInsertRowid) }
}

/** Changes what is given of an own filter. Throws notFound, or conflict when another one has that name. */
export function update(
  db: Database,
  args: { userId: number; id: number; name?: string | undefined; query?: Query | undefined },
): void {
  const { userId, id, name, query } = args
  if (name !== undefined) refuseTaken(db, userId, name, id)
  const { changes } = queryBuilder(db)
    .update(alarmFilters)
    // Something is set even when nothing is given: what is not there is refused all the same.
    .set({ userId, name, query })
    .where(isOwn(userId, id))
    .run()
  if (changes === 0) throw refusal('notFound', 'alarmFilterNotFound')
}

/** Removes an own filter. Throws notFound. */
export function remove(db: Database, { userId, id }: { userId: number; id: number }): void {
  const { changes } = queryBuilder(db).delete(alarmFilters).where(isOwn(userId, id)).run()
  if (changes === 0) throw refusal('notFound', 'alarmFilterNotFound')
}

const isOwn = (userId: number, id: number) => and(eq(alarmFilters.id, id), eq(alarmFilters.userId, userId))

function refuseTaken(db: Database, userId: number, name: string, exceptId: number): void {
  const taken = queryBuilder(db)
    .select({ id: alarmFilters.id })
    .from(alarmFilters)
    .where(
      and(
        eq(alarmFilters.userId, userId),
        sql`${alarmFilters.name} = ${name} COLLATE NOCASE`,
        ne(alarmFilters.id, exceptId),
      ),
    )
    .get()
  if (taken) throw refusal('conflict', 'alarmFilterNameTaken')
}
