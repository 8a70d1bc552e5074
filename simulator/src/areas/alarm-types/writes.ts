import type { AlarmLevel, AlarmTypeLook } from '@backlot/contract/alarm-types/entities'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'

/** Ids below are of the types that come with the platform. */
const SYSTEM_IDS_MAX = 100_000
/** Alarms of a type are counted up to here. */
const COUNT_MAX = 1000

/** Name, level and other attributes of a type in a row. */
export type TypeLook = AlarmTypeLook
type Key = { key: string; type: string; parentType: string }

/** Adds a type. Refuses one that exists. */
export function add(
  db: Database,
  args: { entry: Key & TypeLook; parentIsOwn: boolean; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { entry, actor } = args
  if (args.parentIsOwn && !db.prepare('SELECT 1 FROM alarm_types WHERE key = ?').get(entry.parentType)) {
    throw refusal('notFound', 'alarmTypeNotFound')
  }
  if (db.prepare('SELECT 1 FROM alarm_types WHERE lower(key) = lower(?)').get(entry.key)) {
    throw refusal('conflict', 'alarmTypeTaken')
  }
  const last = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'alarm_types'").pluck().get() as
    | number
    | undefined
  const id = Math.max(SYSTEM_IDS_MAX, last ?? 0) + 1
  insert(db, id, entry, 0, 1)
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
  const row = db.prepare('SELECT id, version FROM alarm_types WHERE key = ?').get(entry.key) as
    | { id: number; version: number }
    | undefined
  if (!row && !args.system) throw refusal('notFound', 'alarmTypeNotFound')
  if ((row?.version ?? 0) !== args.version) throw refusal('conflict', 'changedMeanwhile')
  if (row) {
    db.prepare(
      'UPDATE alarm_types SET name_zh = ?, name_en = ?, level = ?, colour = ?, version = version + 1 WHERE id = ?',
    ).run(entry.nameZh, entry.nameEn, entry.level, entry.colour, row.id)
  } else insert(db, null, entry, 1, 1)
  appendAudit(db, clock, actor, args.action, entry.key, look(entry))
}

/** Deletes an own type with its sub-types, from shield lists too. Refused while alarms have it. */
export function remove(
  db: Database,
  args: { key: string; version: number; actor: Actor },
  clock: WriteClock,
): { inUse: number } {
  const row = db
    .prepare('SELECT type, parent_type AS parentType, version FROM alarm_types WHERE key = ? AND system = 0')
    .get(args.key) as { type: string; parentType: string; version: number } | undefined
  if (!row) throw refusal('notFound', 'alarmTypeNotFound')
  if (row.version !== args.version) throw refusal('conflict', 'changedMeanwhile')
  const inUse = alarmsOf(db, row.parentType, row.type)
  if (inUse > 0) return { inUse }
  const keys = [
    args.key,
    ...(row.parentType === ''
      ? (db.prepare('SELECT key FROM alarm_types WHERE parent_type = ?').pluck().all(row.type) as string[])
      : []),
  ]
  const called = {
    zh: calledNow(db, 'alarmTypes', args.key, 'zh'),
    en: calledNow(db, 'alarmTypes', args.key, 'en'),
  }
  const gone = db.prepare('DELETE FROM alarm_types WHERE key = ?')
  for (const key of keys) gone.run(key)
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
  const known = db.prepare('SELECT version FROM alarm_levels WHERE level = ?').pluck().get(level)
  if ((known ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  db.prepare(
    `INSERT INTO alarm_levels (level, colour, tone, version) VALUES (?, ?, ?, 1)
     ON CONFLICT (level) DO UPDATE SET colour = excluded.colour, tone = excluded.tone, version = version + 1`,
  ).run(level, colour, tone)
  appendAudit(db, clock, args.actor, 'alarmTypes.updateLevel', level, { colour, tone })
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

function insert(
  db: Database,
  id: number | null,
  entry: Key & TypeLook,
  system: 0 | 1,
  version: number,
): void {
  db.prepare(
    `INSERT INTO alarm_types (id, key, type, parent_type, name_zh, name_en, level, colour, system, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    entry.key,
    entry.type,
    entry.parentType,
    entry.nameZh,
    entry.nameEn,
    entry.level,
    entry.colour,
    system,
    version,
  )
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
