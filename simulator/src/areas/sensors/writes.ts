import { QUANTITY_LIMITS } from '@backlot/contract/sensors/constants'
import type { NewQuantity } from '@backlot/contract/sensors/dictionary-calls'
import type { Database } from 'better-sqlite3'
import { count, eq } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { senseQuantities } from './tables.ts'

/** Adds a quantity. Throws conflict when there is one of its code, or too many. */
export function addQuantity(
  db: Database,
  { quantity, actor }: { quantity: NewQuantity; actor: Actor },
  clock: WriteClock,
): void {
  const all = queryBuilder(db).select({ count: count() }).from(senseQuantities).get()
  if (all!.count >= QUANTITY_LIMITS.own) throw refusal('conflict', 'quantitiesFull')
  if (rowOf(db, quantity.code)) throw refusal('conflict', 'quantityTaken')
  store(db, quantity, 1, actor.atMs)
  appendAudit(db, clock, actor, 'sensors.addQuantity', quantity.code)
}

/** Changes a quantity. Throws conflict when it is no longer as the named version; 0 is one as it came. */
export function updateQuantity(
  db: Database,
  { quantity, version, actor }: { quantity: NewQuantity; version: number; actor: Actor },
  clock: WriteClock,
): void {
  const row = rowOf(db, quantity.code)
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'quantityChanged')
  store(db, quantity, version + 1, actor.atMs)
  const { code, ...fields } = quantity
  const detail = row ? changesOf({ ...row, offset: row.shift }, fields) : fields
  appendAudit(db, clock, actor, 'sensors.updateQuantity', code, detail)
}

/** Removes stored data of a quantity. */
export function deleteQuantity(
  db: Database,
  { code, actor }: { code: string; actor: Actor },
  clock: WriteClock,
): void {
  const { changes } = queryBuilder(db).delete(senseQuantities).where(eq(senseQuantities.code, code)).run()
  if (changes === 0) throw refusal('notFound', 'quantityNotFound')
  appendAudit(db, clock, actor, 'sensors.deleteQuantity', code)
}

/** undefined: nothing is stored of it. */
function rowOf(db: Database, code: string): typeof senseQuantities.$inferSelect | undefined {
  return queryBuilder(db).select().from(senseQuantities).where(eq(senseQuantities.code, code)).get()
}

function store(db: Database, quantity: NewQuantity, version: number, atMs: number): void {
  const { code, offset, ...rest } = quantity
  const set = { ...rest, shift: offset, version, updatedMs: atMs }
  queryBuilder(db)
    .insert(senseQuantities)
    .values({ code, ...set })
    .onConflictDoUpdate({ target: senseQuantities.code, set })
    .run()
}
