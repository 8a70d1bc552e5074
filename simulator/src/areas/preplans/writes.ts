import { LIMITS } from '@backlot/contract/limits'
import type { PlanSchedule, PollChannel, Polling } from '@backlot/contract/preplans/entities'
import type { Database } from 'better-sqlite3'
import { refusal, refuseOvertaken } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'

/** Plans that a platform keeps. */
const PLANS_MAX = 500

export type NewPreplan = {
  name: string
  pollingInterval: number
  window: number
  enabled: boolean
  schedule: PlanSchedule | null
  list: readonly PollChannel[]
}
export type PreplanChange = { id: number; version?: number | undefined } & Partial<
  Omit<NewPreplan, 'list'>
> & { sort?: number | undefined }

/** Adds a plan at the end. Refuses a name that is taken, and one plan too many. */
export function add(
  db: Database,
  args: { plan: NewPreplan; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { plan, actor } = args
  refuseTakenName(db, plan.name, 0)
  const { count, last } = db
    .prepare('SELECT count(*) AS count, ifnull(max(sort), 0) AS last FROM preplans')
    .get() as { count: number; last: number }
  if (count >= PLANS_MAX) throw refusal('conflict', 'plansFull')
  const result = db
    .prepare(
      `INSERT INTO preplans (name, name_key, interval_s, window, enabled, schedule, sort, creator_id, updated_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      plan.name,
      keyOf(plan.name),
      plan.pollingInterval,
      plan.window,
      plan.enabled ? 1 : 0,
      plan.schedule && JSON.stringify(plan.schedule),
      last + 1,
      actor.userId,
      actor.atMs,
    )
  const id = Number(result.lastInsertRowid)
  insertChannels(db, id, plan.list)
  appendAudit(db, clock, actor, 'preplans.add', id, { name: plan.name })
  return { id }
}

/** Changes the given fields; `version`, when given, is the one that the change was made from. */
export function update(db: Database, args: { plan: PreplanChange; actor: Actor }, clock: WriteClock): void {
  const { plan, actor } = args
  refuseOvertaken(touch(db, plan.id, actor), plan.version)
  if (plan.name !== undefined) refuseTakenName(db, plan.name, plan.id)
  const called = calledNow(db, 'preplans', plan.id)
  const columns: Record<string, string | number | null | undefined> = {
    name: plan.name,
    name_key: plan.name === undefined ? undefined : keyOf(plan.name),
    interval_s: plan.pollingInterval,
    window: plan.window,
    enabled: plan.enabled === undefined ? undefined : Number(plan.enabled),
    schedule: plan.schedule === undefined ? undefined : plan.schedule && JSON.stringify(plan.schedule),
  }
  for (const [column, value] of Object.entries(columns)) {
    if (value !== undefined) db.prepare(`UPDATE preplans SET ${column} = ? WHERE id = ?`).run(value, plan.id)
  }
  if (plan.sort !== undefined) move(db, plan.id, plan.sort)
  const { id, version: _, ...change } = plan
  appendAudit(db, clock, actor, 'preplans.update', id, { ...change, called })
}

/** Removes a plan with its channels; those behind it move up. */
export function remove(db: Database, args: { id: number; actor: Actor }, clock: WriteClock): void {
  const { id, actor } = args
  const plan = db.prepare('SELECT name FROM preplans WHERE id = ?').get(id) as { name: string } | undefined
  if (!plan) throw refusal('notFound', 'planNotFound')
  db.prepare('DELETE FROM preplan_channels WHERE preplan_id = ?').run(id)
  db.prepare('DELETE FROM preplans WHERE id = ?').run(id)
  renumber(db, idsInOrder(db))
  appendAudit(db, clock, actor, 'preplans.delete', id, { called: plan.name })
}

type ChannelArgs = { preplanId: number; list: readonly PollChannel[]; actor: Actor }

/** Appends channels. Answers how many were new. */
export function addDevices(db: Database, args: ChannelArgs, clock: WriteClock): { added: number } {
  const { preplanId, list, actor } = args
  const added = insertChannels(db, preplanId, list)
  touch(db, preplanId, actor)
  appendAudit(db, clock, actor, 'preplans.addDevices', preplanId, { list })
  return { added }
}

export function deleteDevices(db: Database, args: ChannelArgs, clock: WriteClock): void {
  const { preplanId, list, actor } = args
  const gone = db.prepare('DELETE FROM preplan_channels WHERE preplan_id = ? AND sn = ? AND chn_id = ?')
  for (const { sn, chnId } of list) gone.run(preplanId, sn, chnId)
  touch(db, preplanId, actor)
  appendAudit(db, clock, actor, 'preplans.deleteDevices', preplanId, { list })
}

/** The named channels first, in this order; the others follow as they were. */
export function sortDevices(db: Database, args: ChannelArgs, clock: WriteClock): void {
  const { preplanId, list, actor } = args
  const place = new Map(list.map(({ sn, chnId }, at) => [`${chnId} ${sn}`, at]))
  const rows = db
    .prepare('SELECT id, sn, chn_id AS chnId FROM preplan_channels WHERE preplan_id = ? ORDER BY sort, id')
    .all(preplanId) as { id: number; sn: string; chnId: number }[]
  const placeOf = (row: PollChannel) => place.get(`${row.chnId} ${row.sn}`) ?? list.length
  const set = db.prepare('UPDATE preplan_channels SET sort = ? WHERE id = ?')
  rows.sort((a, b) => placeOf(a) - placeOf(b))
  for (const [at, { id }] of rows.entries()) set.run(at + 1, id)
  touch(db, preplanId, actor)
  appendAudit(db, clock, actor, 'preplans.sortDevices', preplanId, { list })
}

/** Saves a user's polling. */
export function savePolling(db: Database, args: { userId: number; polling: Polling }): void {
  db.prepare(
    'INSERT INTO pollings VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET polling = excluded.polling',
  ).run(args.userId, JSON.stringify(args.polling))
}

const keyOf = (name: string) => name.toLowerCase()

function refuseTakenName(db: Database, name: string, ownId: number): void {
  const taken = db.prepare('SELECT 1 FROM preplans WHERE name_key = ? AND id <> ?').get(keyOf(name), ownId)
  if (taken) throw refusal('conflict', 'planNameTaken')
}

/** Makes a plan's version grow; answers the one before. */
function touch(db: Database, id: number, actor: Actor): number {
  const before = db
    .prepare('UPDATE preplans SET updated_ms = ?, version = version + 1 WHERE id = ? RETURNING version - 1')
    .pluck()
    .get(actor.atMs, id)
  if (before === undefined) throw refusal('notFound', 'planNotFound')
  return before as number
}

function insertChannels(db: Database, preplanId: number, list: readonly PollChannel[]): number {
  const { count, last } = db
    .prepare(
      'SELECT count(*) AS count, ifnull(max(sort), 0) AS last FROM preplan_channels WHERE preplan_id = ?',
    )
    .get(preplanId) as { count: number; last: number }
  const insert = db.prepare(
    'INSERT OR IGNORE INTO preplan_channels (preplan_id, sn, chn_id, sort) VALUES (?, ?, ?, ?)',
  )
  let added = 0
  for (const { sn, chnId } of list) added += insert.run(preplanId, sn, chnId, last + added + 1).changes
  if (count + added > LIMITS.pollingChannelsMax) throw refusal('conflict', 'planFull')
  return added
}

function idsInOrder(db: Database): number[] {
  return db.prepare('SELECT id FROM preplans ORDER BY sort, id').pluck().all() as number[]
}

function move(db: Database, id: number, sort: number): void {
  const others = idsInOrder(db).filter((other) => other !== id)
  others.splice(sort - 1, 0, id)
  renumber(db, others)
}

function renumber(db: Database, ids: readonly number[]): void {
  const set = db.prepare('UPDATE preplans SET sort = ? WHERE id = ?')
  for (const [at, id] of ids.entries()) set.run(at + 1, id)
}
