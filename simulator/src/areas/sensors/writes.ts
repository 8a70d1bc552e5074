import { QUANTITY_LIMITS } from '@backlot/contract/sensors/constants'
import type { NewQuantity } from '@backlot/contract/sensors/dictionary-calls'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'

/** A quantity as it is stored. */
export type QuantityRow = {
  code: string
  name_zh: string
  name_en: string
  unit: string
  factor: number
  shift: number
  decimals: number
  low: number | null
  high: number | null
  version: number
}

/** Adds a quantity. Throws conflict when there is one of its code, or too many. */
export function addQuantity(
  db: Database,
  { quantity, actor }: { quantity: NewQuantity; actor: Actor },
  clock: WriteClock,
): void {
  const { count } = prepared(db, 'SELECT count(*) AS count FROM sense_quantities').get() as { count: number }
  if (count >= QUANTITY_LIMITS.own) throw refusal('conflict', 'quantitiesFull')
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
  if ((rowOf(db, quantity.code)?.version ?? 0) !== version) throw refusal('conflict', 'quantityChanged')
  store(db, quantity, version + 1, actor.atMs)
  appendAudit(db, clock, actor, 'sensors.updateQuantity', quantity.code)
}

/** Removes stored data of a quantity. */
export function deleteQuantity(
  db: Database,
  { code, actor }: { code: string; actor: Actor },
  clock: WriteClock,
): void {
  const { changes } = prepared(db, 'DELETE FROM sense_quantities WHERE code = ?').run(code)
  if (changes === 0) throw refusal('notFound', 'quantityNotFound')
  appendAudit(db, clock, actor, 'sensors.deleteQuantity', code)
}

function rowOf(db: Database, code: string): QuantityRow | undefined {
  return prepared(db, 'SELECT * FROM sense_quantities WHERE code = ?').get(code) as QuantityRow | undefined
}

function store(db: Database, quantity: NewQuantity, version: number, atMs: number): void {
  const { code, nameZh, nameEn, unit, factor, offset, decimals, low, high } = quantity
  prepared(
    db,
    `INSERT OR REPLACE INTO sense_quantities (code, name_zh, name_en, unit, factor, shift, decimals, low, high,
       version, updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(code, nameZh, nameEn, unit, factor, offset, decimals, low, high, version, atMs)
}
