import { CONTROL_LIMITS } from '@backlot/contract/control-lists/constants'
import type { NewControlPerson } from '@backlot/contract/control-lists/entities'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'
import type { PersonRow } from './person-row.ts'

/** Puts a person on a list. Throws conflict when the identity card is on one already, or when the lists are full. */
export function add(
  db: Database,
  { person, actor }: { person: NewControlPerson; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { count } = prepared(db, 'SELECT count(*) AS count FROM control_persons').get() as { count: number }
  if (count >= CONTROL_LIMITS.persons) throw refusal('conflict', 'controlListFull')
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
  const row = prepared(db, 'SELECT * FROM control_persons WHERE id = ?').get(id) as PersonRow | undefined
  if (!row) throw refusal('notFound', 'controlPersonNotFound')
  if (row.version !== version) throw refusal('conflict', 'controlPersonChanged')
  refuseTaken(db, person.identityCard, id)
  prepared(
    db,
    `UPDATE control_persons SET name = ?, label = ?, identity_card = ?, sex = ?, birthday = ?, phone_number = ?,
       addr = ?, face = ?, enabled = ?, version = version + 1, updated_ms = ? WHERE id = ?`,
  ).run(...columnsOf(person), actor.atMs, id)
  const changed = (['label', 'enabled', 'face'] as const).filter(
    (name) => String(row[name]) !== String(name === 'enabled' ? Number(person.enabled) : person[name]),
  )
  appendAudit(db, clock, actor, 'controlLists.update', id, { changed })
}

/** Takes persons off, all or none. */
export function remove(
  db: Database,
  { ids, actor }: { ids: readonly number[]; actor: Actor },
  clock: WriteClock,
): void {
  for (const id of new Set(ids)) {
    const label = prepared(db, 'DELETE FROM control_persons WHERE id = ? RETURNING label').pluck().get(id)
    if (label === undefined) throw refusal('notFound', 'controlPersonNotFound')
    appendAudit(db, clock, actor, 'controlLists.delete', id, { label })
  }
}

/** Puts the demo's persons on the lists of a new platform, once; their faces are drawn by their id. */
export function seed(
  db: Database,
  { persons }: { persons: readonly Omit<NewControlPerson, 'face'>[] },
): void {
  const once = prepared(
    db,
    "INSERT OR IGNORE INTO platform_facts (name, value) VALUES ('controlLists.seeded', '1')",
  )
  if (once.run().changes === 0) return
  for (const person of persons) {
    const id = insert(db, { ...person, face: '' }, 0)
    prepared(db, 'UPDATE control_persons SET face = ? WHERE id = ?').run(`/controlList/portrait/${id}`, id)
  }
}

function insert(db: Database, person: NewControlPerson, atMs: number): number {
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO control_persons (name, label, identity_card, sex, birthday, phone_number, addr, face, enabled,
       version, created_ms, updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  ).run(...columnsOf(person), atMs, atMs)
  return Number(lastInsertRowid)
}

const columnsOf = (person: NewControlPerson) => [
  person.name,
  person.label,
  person.identityCard,
  person.sex,
  person.birthday,
  person.phoneNumber,
  person.addr,
  person.face,
  Number(person.enabled),
]

function refuseTaken(db: Database, card: string, exceptId: number): void {
  const taken = prepared(db, 'SELECT 1 FROM control_persons WHERE identity_card = ? AND id <> ?')
  if (taken.get(card, exceptId)) throw refusal('conflict', 'identityCardTaken')
}
