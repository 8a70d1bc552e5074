import { UPGRADE_LIMITS } from '@backlot/contract/upgrades/constants'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import type { StoredVersion } from './ports.ts'

/** Adds a version whose file is there. Throws conflict when there is one of its number, or when there is no room. */
export function addVersion(
  db: Database,
  { version, actor }: { version: StoredVersion; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { count, bytes } = db
    .prepare('SELECT count(*) AS count, ifnull(sum(size_bytes), 0) AS bytes FROM device_versions')
    .get() as { count: number; bytes: number }
  if (count >= UPGRADE_LIMITS.versions || bytes + version.sizeBytes > UPGRADE_LIMITS.totalBytes) {
    throw refusal('conflict', 'versionsFull')
  }
  if (db.prepare('SELECT 1 FROM device_versions WHERE version = ?').get(version.version)) {
    throw refusal('conflict', 'versionTaken')
  }
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO device_versions (name, version, kind, file_name, size_bytes, sha256, notes, creator, created_ms)
       VALUES (@name, @version, @kind, @fileName, @sizeBytes, @sha256, @notes, @creator, @atMs)`,
    )
    .run({ ...version, creator: actor.loginName, atMs: actor.atMs })
  const id = Number(lastInsertRowid)
  appendAudit(db, clock, actor, 'upgrades.upload', id, { version: version.version, sha256: version.sha256 })
  return { id }
}

/** Removes a version. Throws notFound. Answers whether another one has the same file. */
export function removeVersion(
  db: Database,
  { id, actor }: { id: number; actor: Actor },
  clock: WriteClock,
): { shared: boolean } {
  const row = db
    .prepare('DELETE FROM device_versions WHERE id = ? RETURNING sha256, name, version')
    .get(id) as { sha256: string; name: string; version: string } | undefined
  if (!row) throw refusal('notFound', 'versionNotFound')
  appendAudit(db, clock, actor, 'upgrades.deleteVersion', id, { called: `${row.name} ${row.version}` })
  const other = db.prepare('SELECT 1 FROM device_versions WHERE sha256 = ?').get(row.sha256)
  return { shared: other !== undefined }
}

/** Begins a run: who is asked, and who is not and why. Throws notFound when its version went meanwhile. */
export function addRun(
  db: Database,
  args: { versionId: number; devices: readonly { sn: string; refused: string }[]; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { versionId, devices, actor } = args
  const version = db.prepare('SELECT name, version FROM device_versions WHERE id = ?').get(versionId) as
    | { name: string; version: string }
    | undefined
  if (!version) throw refusal('notFound', 'versionNotFound')
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO upgrade_runs (version_id, name, version, creator, started_ms) VALUES (?, ?, ?, ?, ?)`,
    )
    .run(versionId, version.name, version.version, actor.loginName, actor.atMs)
  const id = Number(lastInsertRowid)
  const insert = db.prepare('INSERT INTO upgrade_run_devices (run_id, sn, refused) VALUES (?, ?, ?)')
  for (const { sn, refused } of devices) insert.run(id, sn, refused)
  const oldest = id - UPGRADE_LIMITS.runs
  db.prepare('DELETE FROM upgrade_run_devices WHERE run_id <= ?').run(oldest)
  db.prepare('DELETE FROM upgrade_runs WHERE id <= ?').run(oldest)
  appendAudit(db, clock, actor, 'upgrades.start', id, { version: version.version, devices: devices.length })
  return { id }
}

/** Marks a run as cancelled. */
export function cancelRun(
  db: Database,
  { id, actor }: { id: number; actor: Actor },
  clock: WriteClock,
): void {
  db.prepare('UPDATE upgrade_runs SET cancelled_ms = ? WHERE id = ?').run(actor.atMs, id)
  appendAudit(db, clock, actor, 'upgrades.cancel', id)
}
