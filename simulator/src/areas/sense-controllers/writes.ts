import { CONTROLLER_LIMITS } from '@backlot/contract/sense-controllers/constants'
import type { NewController } from '@backlot/contract/sense-controllers/entities'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'

/** A sensor as it is stored. */
export type ControllerRow = {
  id: number
  number: string
  name: string
  model: string
  factory: string
  ctrl_type: number
  script: string
  baud_rate: number
  address: number
  codes: string
  version: number
  updated_ms: number
}

/** Ids from here on are people's; those below are the platform's. */
const FIRST_ID = 101

/** Stores a sensor. Throws conflict when its number is taken, or there is no room. Answers its id. */
export function add(
  db: Database,
  { controller, actor }: { controller: NewController; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { count } = prepared(db, 'SELECT count(*) AS count FROM sense_controllers').get() as { count: number }
  if (count >= CONTROLLER_LIMITS.own) throw refusal('conflict', 'controllersFull')
  refuseNumber(db, controller.number, 0)
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO sense_controllers (id, number, name, model, factory, ctrl_type, script, baud_rate, address, codes,
       version, updated_ms)
     VALUES ((SELECT max(${FIRST_ID - 1},
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'sense_controllers'), 0)) + 1),
       @number, @name, @model, @factory, @ctrlType, @script, @baudRate, @address, @codes, 1, @atMs)`,
  ).run({ ...controller, codes: JSON.stringify(controller.codes), atMs: actor.atMs })
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
  const { name: called } = rowOf(db, id, version)
  refuseNumber(db, controller.number, id)
  prepared(
    db,
    `UPDATE sense_controllers SET number = @number, name = @name, model = @model, factory = @factory,
       ctrl_type = @ctrlType, script = @script, baud_rate = @baudRate, address = @address, codes = @codes,
       version = version + 1, updated_ms = @atMs WHERE id = @id`,
  ).run({ ...controller, codes: JSON.stringify(controller.codes), id, atMs: actor.atMs })
  appendAudit(db, clock, actor, 'senseControllers.update', id, { number: controller.number, called })
}

/** Deletes a sensor. Throws notFound, or conflict when it is another by now. */
export function remove(
  db: Database,
  { id, version, actor }: { id: number; version: number; actor: Actor },
  clock: WriteClock,
): void {
  const { number, name: called } = rowOf(db, id, version)
  prepared(db, 'DELETE FROM sense_controllers WHERE id = ?').run(id)
  appendAudit(db, clock, actor, 'senseControllers.delete', id, { number, called })
}

function rowOf(db: Database, id: number, version: number): ControllerRow {
  const row = prepared(db, 'SELECT * FROM sense_controllers WHERE id = ?').get(id) as
    | ControllerRow
    | undefined
  if (!row) throw refusal('notFound', 'controllerNotFound')
  if (row.version !== version) throw refusal('conflict', 'controllerChanged')
  return row
}

function refuseNumber(db: Database, number: string, exceptId: number): void {
  const taken = prepared(db, 'SELECT 1 FROM sense_controllers WHERE number = ? COLLATE NOCASE AND id <> ?')
  if (taken.get(number, exceptId)) throw refusal('conflict', 'controllerTaken')
}
