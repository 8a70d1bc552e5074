import type { AlarmLevel, AlarmTypeLook } from '@backlot/contract/alarm-types/entities'
import type { Database } from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import { alarmLevels, alarmTypes } from './tables.ts'

/** Ids below are of the types that come with the platform. */
const SYSTEM_IDS_MAX = 100_000
/** Alarms of a type are counted up to here. */
const COUNT_MAX = 1000

/** Name, level and other attributes of a type in a row. */
export type TypeLook = AlarmTypeLook
type Key = { key: string; type: string; parentType: string }
type NewType = typeof alarmTypes.$inferInsert

/** Adds a type. Refuses one that exists. */
export function add(
  db: Database,
  args: { entry: Key & TypeLook; parentIsOwn: boolean; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { entry, actor } = args
  if (args.parentIsOwn && !rowOf(db, entry.parentType)) {
    throw refusal('notFound', 'alarmTypeNotFound')
  }
  const similar = queryBuilder(db)
    .select({ id: alarmTypes.id })
    .from(alarmTypes)
    .where(sql`lower(${alarmTypes.key}) = lower(${entry.key})`)
    .get()
  if (similar) {
    throw refusal('conflict', 'alarmTypeTaken')
  }
  const last = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'alarm_types'").pluck().get() as
    | number
    | undefined
  const id = Math.max(SYSTEM_IDS_MAX, last ?? 0) + 1
  insert(db, { ...entry, id, system: 0, version: 1 })
  appendAudit(db, clock, actor, 'alarmTypes.add', entry.key, look(entry))
  return { id }
}

/** Changes a type; `version` is the one that the change was made from. */
export function update(
  db: Database,
  args: { entry: Key & TypeLook; system: boolean; version: number; actor: Actor; action: string },
  clock: WriteClock,
): void {
  const { entry, actor } = args
  const row = rowOf(db, entry.key)
  if (!row && !args.system) throw refusal('notFound', 'alarmTypeNotFound')
  if ((row?.version ?? 0) !== args.version) throw refusal('conflict', 'changedMeanwhile')
  if (row) {
    queryBuilder(db)
      .update(alarmTypes)
      .set({ ...look(entry), version: row.version + 1 })
      .where(eq(alarmTypes.id, row.id))
      .run()
  } else insert(db, { ...entry, system: 1, version: 1 })
  appendAudit(db, clock, actor, args.action, entry.key, row ? changesOf(row, look(entry)) : look(entry))
}

/** Deletes an own type with its sub-types, from shield lists too. Refused while alarms have it. */
export function remove(
  db: Database,
  args: { key: string; version: number; actor: Actor },
  clock: WriteClock,
): { inUse: number } {
  const row = rowOf(db, args.key)
  if (row?.system !== 0) throw refusal('notFound', 'alarmTypeNotFound')
  if (row.version !== args.version) throw refusal('conflict', 'changedMeanwhile')
  const inUse = alarmsOf(db, row.parentType, row.type)
  if (inUse > 0) return { inUse }
  const query = queryBuilder(db)
  const below = query
    .select({ key: alarmTypes.key })
    .from(alarmTypes)
    .where(eq(alarmTypes.parentType, row.type))
  const keys = [args.key, ...(row.parentType === '' ? below.all().map(({ key }) => key) : [])]
  const called = {
    zh: calledNow(db, 'alarmTypes', args.key, 'zh'),
    en: calledNow(db, 'alarmTypes', args.key, 'en'),
  }
  for (const key of keys) query.delete(alarmTypes).where(eq(alarmTypes.key, key)).run()
  forgetShields(db, new Set(keys))
  appendAudit(db, clock, args.actor, 'alarmTypes.delete', args.key, { keys, called })
  return { inUse: 0 }
}

/** Changes how a level looks and sounds. */
export function updateLevel(
  db: Database,
  args: { level: AlarmLevel; actor: Actor },
  clock: WriteClock,
): void {
  const { level, colour, tone, version } = args.level
  const query = queryBuilder(db)
  const known = query.select().from(alarmLevels).where(eq(alarmLevels.level, level)).get()
  if ((known?.version ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  const set = { colour, tone, version: version + 1 }
  query
    .insert(alarmLevels)
    .values({ level, ...set })
    .onConflictDoUpdate({ target: alarmLevels.level, set })
    .run()
  appendAudit(
    db,
    clock,
    args.actor,
    'alarmTypes.updateLevel',
    level,
    known ? changesOf(known, { colour, tone }) : { colour, tone },
  )
}

/** Replaces the shield list of an account; `before` is the list that it was made from, when that is known. */
export function setShield(
  db: Database,
  args: { userId: number; shieldList: string; before: string | undefined; actor: Actor },
  clock: WriteClock,
): void {
  const known = db
    .prepare('SELECT shield_list FROM alarm_shields WHERE user_id = ?')
    .pluck()
    .get(args.userId) as string | undefined
  if (args.before !== undefined && (known ?? '') !== args.before) {
    throw refusal('conflict', 'changedMeanwhile')
  }
  db.prepare(
    `INSERT INTO alarm_shields (user_id, shield_list) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET shield_list = excluded.shield_list`,
  ).run(args.userId, args.shieldList)
  appendAudit(db, clock, args.actor, 'alarmTypes.setUserShield', args.userId, {
    from: known ?? '',
    to: args.shieldList,
  })
}

function insert(db: Database, type: NewType): void {
  queryBuilder(db).insert(alarmTypes).values(type).run()
}

function rowOf(db: Database, key: string): typeof alarmTypes.$inferSelect | undefined {
  return queryBuilder(db).select().from(alarmTypes).where(eq(alarmTypes.key, key)).get()
}

const look = ({ nameZh, nameEn, level, colour }: TypeLook) => ({ nameZh, nameEn, level, colour })

/** How many alarms have a type, or a sub-type of one; at most COUNT_MAX. */
function alarmsOf(db: Database, parentType: string, type: string): number {
  const which = parentType === '' ? 'type = @type' : 'type = @parentType AND sub_type = @type'
  return db
    .prepare(`SELECT count(*) FROM (SELECT 1 FROM alarms WHERE ${which} LIMIT ${COUNT_MAX})`)
    .pluck()
    .get(parentType === '' ? { type } : { parentType, type }) as number
}

function forgetShields(db: Database, keys: ReadonlySet<string>): void {
  const lists = db.prepare('SELECT user_id AS userId, shield_list AS list FROM alarm_shields').all() as {
    userId: number
    list: string
  }[]
  const set = db.prepare('UPDATE alarm_shields SET shield_list = ? WHERE user_id = ?')
  for (const { userId, list } of lists) {
    const kept = list.split(',').filter((key) => !keys.has(key))
    if (kept.length < list.split(',').length) set.run(kept.join(','), userId)
  }
}
