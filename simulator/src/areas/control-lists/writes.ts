import { CONTROL_LIMITS } from '@backlot/contract/control-lists/constants'
import type { NewControlPerson } from '@backlot/contract/control-lists/entities'
import type { Database } from 'better-sqlite3'
import { and, count, eq, ne } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import { platformFacts } from '../../store/tables.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { controlPersons } from './tables.ts'

/** Puts a person on a list. Throws conflict when the identity card is on one already, or when the lists are full. */
export function add(
  db: Database,
  { person, actor }: { person: NewControlPerson; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const all = queryBuilder(db).select({ count: count() }).from(controlPersons).get()
  if (all!.count >= CONTROL_LIMITS.persons) throw refusal('conflict', 'controlListFull')
  refuseTaken(db, person.identityCard, 0)
  const id = insert(db, person, actor.atMs)
  appendAudit(db, clock, actor, 'controlLists.add', id, { label: person.label })
  return { id }
}

/** Changes a person. Throws notFound, or conflict when it is no longer as the named version. */
export function update(
  db: Database,
  { id, version, person, actor }: { id: number; version: number; person: NewControlPerson; actor: Actor },
  clock: WriteClock,
): void {
  const query = queryBuilder(db)
  const row = query.select().from(controlPersons).where(eq(controlPersons.id, id)).get()
  if (!row) throw refusal('notFound', 'controlPersonNotFound')
  if (row.version !== version) throw refusal('conflict', 'controlPersonChanged')
  refuseTaken(db, person.identityCard, id)
  query
    .update(controlPersons)
    .set({ ...columnsOf(person), version: version + 1, updatedMs: actor.atMs })
    .where(eq(controlPersons.id, id))
    .run()
  const { label, enabled, face } = person
  // Nobody's papers and addresses are in a log.
  appendAudit(db, clock, actor, 'controlLists.update', id, {
    ...changesOf({ label: row.label, enabled: row.enabled === 1 }, { label, enabled }),
    ...(row.face !== face && { changed: ['face'] }),
  })
}

/** Takes persons off, all or none. */
export function remove(
  db: Database,
  { ids, actor }: { ids: readonly number[]; actor: Actor },
  clock: WriteClock,
): void {
  for (const id of new Set(ids)) {
    const gone = queryBuilder(db)
      .delete(controlPersons)
      .where(eq(controlPersons.id, id))
      .returning({ label: controlPersons.label })
      .get()
    if (!gone) throw refusal('notFound', 'controlPersonNotFound')
    appendAudit(db, clock, actor, 'controlLists.delete', id, { label: gone.label })
  }
}

/** Puts the demo's persons on the lists of a new platform, once; their faces are drawn by their id. */
export function seed(
  db: Database,
  { persons }: { persons: readonly Omit<NewControlPerson, 'face'>[] },
): void {
  const once = queryBuilder(db)
    .insert(platformFacts)
    .values({ name: 'controlLists.seeded', value: '1' })
    .onConflictDoNothing()
  if (once.run().changes === 0) return
  for (const person of persons) {
    const id = insert(db, { ...person, face: '' }, 0)
    queryBuilder(db)
      .update(controlPersons)
      .set({ face: `/controlList/portrait/${id}` })
      .where(eq(controlPersons.id, id))
      .run()
  }
}

function insert(db: Database, person: NewControlPerson, atMs: number): number {
  const { lastInsertRowid } = queryBuilder(db)
    .insert(controlPersons)
    .values({ ...columnsOf(person), version: 1, createdMs: atMs, updatedMs: atMs })
    .run()
  return Number(lastInsertRowid)
}

const columnsOf = (person: NewControlPerson) => ({ ...person, enabled: Number(person.enabled) })

function refuseTaken(db: Database, card: string, exceptId: number): void {
  const taken = queryBuilder(db)
    .select({ id: controlPersons.id })
    .from(controlPersons)
    .where(and(eq(controlPersons.identityCard, card), ne(controlPersons.id, exceptId)))
    .get()
  if (taken) throw refusal('conflict', 'identityCardTaken')
}
