import { DEVICE_LIMITS } from '@backlot/contract/device-admin/constants'
import type { Database } from 'better-sqlite3'
import { and, count, eq, isNull, max, ne, sql } from 'drizzle-orm'
import { FIRST_ADMIN_GROUP_ID } from '../../fleet/admin-ids.ts'
import type { Named } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'
import type { DeviceRow, GroupChange, NewRecord, NewType, RecordChange, TypeRow } from './records.ts'
import { deviceGroups, deviceRecords, deviceTypes } from './tables.ts'

/** Stores devices that are added, all or none. Answers their numbers. */
export function add(
  db: Database,
  { devices, action, actor }: { devices: readonly NewRecord[]; action: string; actor: Actor },
  clock: WriteClock,
): number[] {
  const query = queryBuilder(db)
  const known = query
    .select({
      most: max(deviceRecords.number),
      added: sql<number>`count(*) FILTER (WHERE ${deviceRecords.number} IS NOT NULL AND ${deviceRecords.removedMs} IS NULL)`,
    })
    .from(deviceRecords)
    .get()!
  if (known.added + devices.length > DEVICE_LIMITS.addedDevices) throw refusal('conflict', 'devicesFull')
  // A file brings thousands: one statement for all of them. What was stored of a serial number before goes.
  const insert = prepared(
    db,
    `INSERT OR REPLACE INTO device_records (sn, number, kind, protocol_type, longitude, latitude, added_ms, type_id,
       name, group_id, ability, address, installer, version, updated_ms)
     VALUES (@sn, @number, @kind, @protocolType, @longitude, @latitude, @atMs, @typeId, @name, @groupId, @ability,
       @address, @installer, 1, @atMs)`,
  )
  return devices.map((device, i) => {
    const number = (known.most ?? 0) + 1 + i
    insert.run({ ...device, number, atMs: actor.atMs })
    appendAudit(db, clock, actor, action, device.sn, { name: device.name, groupId: device.groupId })
    return number
  })
}

/** Changes devices, all or none. Throws conflict when one is no longer as the named version. */
export function change(
  db: Database,
  args: {
    /** `was`: values before, of the fields of `detail`. */
    devices: readonly { sn: string; version: number; was?: Readonly<Record<string, unknown>> }[]
    set: RecordChange
    action: string
    detail: Readonly<Record<string, unknown>>
    actor: Actor
  },
  clock: WriteClock,
): void {
  const { set, actor } = args
  for (const { sn, version, was } of args.devices) {
    const row = recordOf(db, sn, version)
    const { name, groupId, ability, address, installer, channels } = { ...row, ...set }
    const next = {
      ...{ name, groupId, ability, address, installer, channels },
      version: version + 1,
      updatedMs: actor.atMs,
    }
    queryBuilder(db)
      .insert(deviceRecords)
      .values({ sn, ...next })
      .onConflictDoUpdate({ target: deviceRecords.sn, set: next })
      .run()
    appendAudit(db, clock, actor, args.action, sn, was ? changesOf(was, args.detail) : args.detail)
  }
}

/**
 * Removes devices, all or none: those that came with the platform, or were added, stay as rows, so that they do not
 * come again with it and no number is given twice. One that came by itself may come again, as a new one.
 */
export function remove(
  db: Database,
  {
    devices,
    actor,
  }: {
    devices: readonly { sn: string; version: number; foreign: boolean; called: Named }[]
    actor: Actor
  },
  clock: WriteClock,
): void {
  for (const { sn, version, foreign, called } of devices) {
    recordOf(db, sn, version)
    const query = queryBuilder(db)
    if (foreign) query.delete(deviceRecords).where(eq(deviceRecords.sn, sn)).run()
    else {
      const set = { removedMs: actor.atMs, version: version + 1, updatedMs: actor.atMs }
      query
        .insert(deviceRecords)
        .values({ sn, ...set })
        .onConflictDoUpdate({ target: deviceRecords.sn, set })
        .run()
    }
    // Tables of other areas.
    prepared(db, 'DELETE FROM device_places WHERE sn = ?').run(sn)
    prepared(db, 'DELETE FROM device_installations WHERE sn = ?').run(sn)
    appendAudit(db, clock, actor, 'deviceAdmin.delete', sn, { called })
  }
}

/** The row of a device, or none. Throws conflict when it is no longer as the named version. */
function recordOf(db: Database, sn: string, version: number): DeviceRow | undefined {
  const row = queryBuilder(db).select().from(deviceRecords).where(eq(deviceRecords.sn, sn)).get()
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  return row
}

/** Stores a group. Answers its id. */
export function addGroup(
  db: Database,
  { parentId, name, actor }: { parentId: number; name: string; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const query = queryBuilder(db)
  const known = query
    .select({
      most: max(deviceGroups.id),
      added: sql<number>`count(*) FILTER (WHERE ${deviceGroups.removed} = 0)`,
    })
    .from(deviceGroups)
    .where(eq(deviceGroups.added, 1))
    .get()!
  if (known.added >= DEVICE_LIMITS.groups) throw refusal('conflict', 'groupsFull')
  const id = Math.max(FIRST_ADMIN_GROUP_ID, (known.most ?? 0) + 1)
  query
    .insert(deviceGroups)
    .values({ id, parentId, name, added: 1, removed: 0, version: 1, updatedMs: actor.atMs })
    .run()
  appendAudit(db, clock, actor, 'deviceAdmin.addGroup', id, { name, parentId })
  return { id }
}

/** Changes a group. Throws conflict when it is no longer as the named version. */
export function changeGroup(
  db: Database,
  args: {
    id: number
    version: number
    set: GroupChange
    /** Values before, of the fields of `set`. */
    was: Readonly<Record<string, unknown>>
    called: Named
    action: string
    actor: Actor
  },
  clock: WriteClock,
): void {
  const { id, version, set, was, actor } = args
  const query = queryBuilder(db)
  const row = query.select().from(deviceGroups).where(eq(deviceGroups.id, id)).get()
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  const { parentId, name, removed = 0 } = { ...row, ...set }
  const next = { parentId, name, removed, version: version + 1, updatedMs: actor.atMs }
  query
    .insert(deviceGroups)
    .values({ id, added: 0, ...next })
    .onConflictDoUpdate({ target: deviceGroups.id, set: next })
    .run()
  appendAudit(db, clock, actor, args.action, id, { ...changesOf(was, set), called: args.called })
}

/** Stores a type. Throws conflict when its name is taken, or there is no room. */
export function addType(
  db: Database,
  { type, actor }: { type: NewType; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const query = queryBuilder(db)
  const all = query.select({ count: count() }).from(deviceTypes).get()
  if (all!.count >= DEVICE_LIMITS.types) throw refusal('conflict', 'deviceTypesFull')
  refuseTypeName(db, type.name, 0)
  const { lastInsertRowid } = query
    .insert(deviceTypes)
    .values({
      ...type,
      id: sql`(SELECT max(100, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'device_types'), 0)) + 1)`,
      version: 1,
      updatedMs: actor.atMs,
    })
    .run()
  const id = Number(lastInsertRowid)
  appendAudit(db, clock, actor, 'deviceAdmin.addType', id, { name: type.name })
  return { id }
}

/** Changes a type. Throws notFound, or conflict when it is no longer as the named version or its name is taken. */
export function updateType(
  db: Database,
  { id, version, type, actor }: { id: number; version: number; type: NewType; actor: Actor },
  clock: WriteClock,
): void {
  const known = typeOf(db, id, version)
  refuseTypeName(db, type.name, id)
  queryBuilder(db)
    .update(deviceTypes)
    .set({ ...type, version: version + 1, updatedMs: actor.atMs })
    .where(eq(deviceTypes.id, id))
    .run()
  appendAudit(db, clock, actor, 'deviceAdmin.updateType', id, {
    ...changesOf(known, type),
    called: known.name,
  })
}

/** Deletes a type. Throws notFound, or conflict when it is another by now or there are devices of it. */
export function deleteType(
  db: Database,
  { id, version, actor }: { id: number; version: number; actor: Actor },
  clock: WriteClock,
): void {
  const row = typeOf(db, id, version)
  const query = queryBuilder(db)
  const used = query
    .select({ sn: deviceRecords.sn })
    .from(deviceRecords)
    .where(and(eq(deviceRecords.typeId, id), isNull(deviceRecords.removedMs)))
    .limit(1)
    .get()
  if (used) throw refusal('conflict', 'deviceTypeInUse')
  query.delete(deviceTypes).where(eq(deviceTypes.id, id)).run()
  appendAudit(db, clock, actor, 'deviceAdmin.deleteType', id, { called: row.name })
}

function typeOf(db: Database, id: number, version: number): TypeRow {
  const row = queryBuilder(db).select().from(deviceTypes).where(eq(deviceTypes.id, id)).get()
  if (!row) throw refusal('notFound', 'deviceTypeNotFound')
  if (row.version !== version) throw refusal('conflict', 'changedMeanwhile')
  return row
}

function refuseTypeName(db: Database, name: string, exceptId: number): void {
  const taken = queryBuilder(db)
    .select({ id: deviceTypes.id })
    .from(deviceTypes)
    .where(and(sql`${deviceTypes.name} = ${name} COLLATE NOCASE`, ne(deviceTypes.id, exceptId)))
    .get()
  if (taken) throw refusal('conflict', 'deviceTypeNameTaken')
}
