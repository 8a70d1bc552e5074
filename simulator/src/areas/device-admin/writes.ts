import { DEVICE_LIMITS } from '@backlot/contract/device-admin/constants'
import type { Database } from 'better-sqlite3'
import { FIRST_ADMIN_GROUP_ID } from '../../fleet/admin-ids.ts'
import type { Named } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'
import type {
  DeviceRow,
  GroupChange,
  GroupRow,
  NewRecord,
  NewType,
  RecordChange,
  TypeRow,
} from './records.ts'

/** Stores devices that are added, all or none. Answers their numbers. */
export function add(
  db: Database,
  { devices, action, actor }: { devices: readonly NewRecord[]; action: string; actor: Actor },
  clock: WriteClock,
): number[] {
  const { most, added } = prepared(
    db,
    `SELECT coalesce(max(number), 0) AS most,
       count(*) FILTER (WHERE number IS NOT NULL AND removed_ms IS NULL) AS added FROM device_records`,
  ).get() as { most: number; added: number }
  if (added + devices.length > DEVICE_LIMITS.addedDevices) throw refusal('conflict', 'devicesFull')
  const insert = prepared(
    db,
    `INSERT OR REPLACE INTO device_records (sn, number, kind, protocol_type, longitude, latitude, added_ms, type_id,
       name, group_id, ability, address, installer, version, updated_ms)
     VALUES (@sn, @number, @kind, @protocolType, @longitude, @latitude, @atMs, @typeId, @name, @groupId, @ability,
       @address, @installer, 1, @atMs)`,
  )
  return devices.map((device, i) => {
    const number = most + 1 + i
    insert.run({ ...device, number, atMs: actor.atMs })
    appendAudit(db, clock, actor, action, device.sn, { name: device.name, groupId: device.groupId })
    return number
  })
}

/** Changes devices, all or none. Throws conflict when one is no longer as the named version. */
export function change(
  db: Database,
  args: {
    devices: readonly { sn: string; version: number }[]
    set: RecordChange
    action: string
    detail: Readonly<Record<string, unknown>>
    actor: Actor
  },
  clock: WriteClock,
): void {
  const { set, actor } = args
  for (const { sn, version } of args.devices) {
    const row = recordOf(db, sn, version)
    const next = { ...row, ...set }
    prepared(
      db,
      `INSERT INTO device_records (sn, name, group_id, ability, address, installer, channels, version, updated_ms)
       VALUES (@sn, @name, @group_id, @ability, @address, @installer, @channels, @version, @updated_ms)
       ON CONFLICT (sn) DO UPDATE SET name = excluded.name, group_id = excluded.group_id, ability = excluded.ability,
         address = excluded.address, installer = excluded.installer, channels = excluded.channels,
         version = excluded.version, updated_ms = excluded.updated_ms`,
    ).run({
      sn,
      name: next.name ?? null,
      group_id: next.group_id ?? null,
      ability: next.ability ?? null,
      address: next.address ?? null,
      installer: next.installer ?? null,
      channels: next.channels ?? null,
      version: version + 1,
      updated_ms: actor.atMs,
    })
    appendAudit(db, clock, actor, args.action, sn, args.detail)
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
    if (foreign) prepared(db, 'DELETE FROM device_records WHERE sn = ?').run(sn)
    else {
      prepared(
        db,
        `INSERT INTO device_records (sn, removed_ms, version, updated_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (sn) DO UPDATE SET removed_ms = excluded.removed_ms, version = excluded.version,
           updated_ms = excluded.updated_ms`,
      ).run(sn, actor.atMs, version + 1, actor.atMs)
    }
    prepared(db, 'DELETE FROM device_places WHERE sn = ?').run(sn)
    prepared(db, 'DELETE FROM device_installations WHERE sn = ?').run(sn)
    appendAudit(db, clock, actor, 'deviceAdmin.delete', sn, { called })
  }
}

/** The row of a device, or none. Throws conflict when it is no longer as the named version. */
function recordOf(db: Database, sn: string, version: number): DeviceRow | undefined {
  const row = prepared(db, 'SELECT * FROM device_records WHERE sn = ?').get(sn) as DeviceRow | undefined
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  return row
}

/** Stores a group. Answers its id. */
export function addGroup(
  db: Database,
  { parentId, name, actor }: { parentId: number; name: string; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { most, added } = prepared(
    db,
    `SELECT coalesce(max(id), 0) AS most, count(*) FILTER (WHERE removed = 0) AS added
     FROM device_groups WHERE added = 1`,
  ).get() as { most: number; added: number }
  if (added >= DEVICE_LIMITS.groups) throw refusal('conflict', 'groupsFull')
  const id = Math.max(FIRST_ADMIN_GROUP_ID, most + 1)
  prepared(
    db,
    `INSERT INTO device_groups (id, parent_id, name, added, removed, version, updated_ms)
     VALUES (?, ?, ?, 1, 0, 1, ?)`,
  ).run(id, parentId, name, actor.atMs)
  appendAudit(db, clock, actor, 'deviceAdmin.addGroup', id, { name, parentId })
  return { id }
}

/** Changes a group. Throws conflict when it is no longer as the named version. */
export function changeGroup(
  db: Database,
  args: { id: number; version: number; set: GroupChange; called: Named; action: string; actor: Actor },
  clock: WriteClock,
): void {
  const { id, version, set, actor } = args
  const row = prepared(db, 'SELECT * FROM device_groups WHERE id = ?').get(id) as GroupRow | undefined
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  const next = { ...row, ...set }
  prepared(
    db,
    `INSERT INTO device_groups (id, parent_id, name, added, removed, version, updated_ms)
     VALUES (?, ?, ?, 0, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, name = excluded.name,
       removed = excluded.removed, version = excluded.version, updated_ms = excluded.updated_ms`,
  ).run(id, next.parent_id ?? null, next.name ?? null, next.removed ?? 0, version + 1, actor.atMs)
  appendAudit(db, clock, actor, args.action, id, { ...set, called: args.called })
}

/** Stores a type. Throws conflict when its name is taken, or there is no room. */
export function addType(
  db: Database,
  { type, actor }: { type: NewType; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { count } = prepared(db, 'SELECT count(*) AS count FROM device_types').get() as { count: number }
  if (count >= DEVICE_LIMITS.types) throw refusal('conflict', 'deviceTypesFull')
  refuseTypeName(db, type.name, 0)
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO device_types (id, name, kind, protocol_type, ability, manufacturer, remark, version, updated_ms)
     VALUES ((SELECT max(100, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'device_types'), 0)) + 1),
       @name, @kind, @protocolType, @ability, @manufacturer, @remark, 1, @atMs)`,
  ).run({ ...type, atMs: actor.atMs })
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
  const { name: called } = typeOf(db, id, version)
  refuseTypeName(db, type.name, id)
  prepared(
    db,
    `UPDATE device_types SET name = @name, kind = @kind, protocol_type = @protocolType, ability = @ability,
       manufacturer = @manufacturer, remark = @remark, version = version + 1, updated_ms = @atMs WHERE id = @id`,
  ).run({ ...type, id, atMs: actor.atMs })
  appendAudit(db, clock, actor, 'deviceAdmin.updateType', id, { name: type.name, called })
}

/** Deletes a type. Throws notFound, or conflict when it is another by now or there are devices of it. */
export function deleteType(
  db: Database,
  { id, version, actor }: { id: number; version: number; actor: Actor },
  clock: WriteClock,
): void {
  const row = typeOf(db, id, version)
  const used = prepared(db, 'SELECT 1 FROM device_records WHERE type_id = ? AND removed_ms IS NULL LIMIT 1')
  if (used.get(id)) throw refusal('conflict', 'deviceTypeInUse')
  prepared(db, 'DELETE FROM device_types WHERE id = ?').run(id)
  appendAudit(db, clock, actor, 'deviceAdmin.deleteType', id, { called: row.name })
}

function typeOf(db: Database, id: number, version: number): TypeRow {
  const row = prepared(db, 'SELECT * FROM device_types WHERE id = ?').get(id) as TypeRow | undefined
  if (!row) throw refusal('notFound', 'deviceTypeNotFound')
  if (row.version !== version) throw refusal('conflict', 'changedMeanwhile')
  return row
}

function refuseTypeName(db: Database, name: string, exceptId: number): void {
  const taken = prepared(db, 'SELECT 1 FROM device_types WHERE name = ? COLLATE NOCASE AND id <> ?')
  if (taken.get(name, exceptId)) throw refusal('conflict', 'deviceTypeNameTaken')
}
