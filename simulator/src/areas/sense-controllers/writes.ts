import { CONTROLLER_LIMITS } from '@backlot/contract/sense-controllers/constants'
import type { NewController } from '@backlot/contract/sense-controllers/entities'
import type { Database } from 'better-sqlite3'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { senseControllers } from './tables.ts'

/** Ids from here on are people's; those below are the platform's. */
const FIRST_ID = 101

/** Stores a sensor. Throws conflict when its number is taken, or there is no room. Answers its id. */
export function add(
  db: Database,
  { controller, actor }: { controller: NewController; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const query = queryBuilder(db)
  const all = query.select({ count: count() }).from(senseControllers).get()
  if (all!.count >= CONTROLLER_LIMITS.own) throw refusal('conflict', 'controllersFull')
  refuseNumber(db, controller.number, 0)
  const { lastInsertRowid } = query
    .insert(senseControllers)
    .values({
      ...controller,
      id: sql`(SELECT max(${FIRST_ID - 1},
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'sense_controllers'), 0)) + 1)`,
      version: 1,
      updatedMs: actor.atMs,
    })
    .run()
  const id = Number(lastInsertRowid)
  appendAudit(db, clock, actor, 'senseControllers.add', id, { number: controller.number })
  return { id }
}

/** Changes a sensor. Throws notFound, or conflict when it is no longer as the named version or its number is taken. */
export function update(
  db: Database,
  args: { id: number; version: number; controller: NewController; actor: Actor },
  clock: WriteClock,
): void {
  const { id, version, controller, actor } = args
  const row = rowOf(db, id, version)
  refuseNumber(db, controller.number, id)
  queryBuilder(db)
    .update(senseControllers)
    .set({ ...controller, version: version + 1, updatedMs: actor.atMs })
    .where(eq(senseControllers.id, id))
    .run()
  appendAudit(db, clock, actor, 'senseControllers.update', id, {
    ...changesOf(row, controller),
    called: row.name,
  })
}

/** Deletes a sensor. Throws notFound, or conflict when it is another by now. */
export function remove(
  db: Database,
  { id, version, actor }: { id: number; version: number; actor: Actor },
  clock: WriteClock,
): void {
  const { number, name: called } = rowOf(db, id, version)
  queryBuilder(db).delete(senseControllers).where(eq(senseControllers.id, id)).run()
  appendAudit(db, clock, actor, 'senseControllers.delete', id, { number, called })
}

function rowOf(db: Database, id: number, version: number): typeof senseControllers.$inferSelect {
  const row = queryBuilder(db).select().from(senseControllers).where(eq(senseControllers.id, id)).get()
  if (!row) throw refusal('notFound', 'controllerNotFound')
  if (row.version !== version) throw refusal('conflict', 'controllerChanged')
  return row
}

function refuseNumber(db: Database, number: string, exceptId: number): void {
  const taken = queryBuilder(db)
    .select({ id: senseControllers.id })
    .from(senseControllers)
    .where(and(sql`${senseControllers.number} = ${number} COLLATE NOCASE`, ne(senseControllers.id, exceptId)))
    .get()
  if (taken) throw refusal('conflict', 'controllerTaken')
}
