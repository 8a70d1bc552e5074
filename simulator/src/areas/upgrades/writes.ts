import { UPGRADE_LIMITS } from '@backlot/contract/upgrades/constants'
import type { Database } from 'better-sqlite3'
import { count, eq, lte, sql } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import type { StoredVersion } from './ports.ts'
import { deviceVersions, upgradeRunDevices, upgradeRuns } from './tables.ts'

/** Adds a version whose file is there. Throws conflict when there is one of its number, or when there is no room. */
export function addVersion(
  db: Database,
  { version, actor }: { version: StoredVersion; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const query = queryBuilder(db)
  const kept = query
    .select({ count: count(), bytes: sql<number>`ifnull(sum(${deviceVersions.sizeBytes}), 0)` })
    .from(deviceVersions)
    .get()!
  if (kept.count >= UPGRADE_LIMITS.versions || kept.bytes + version.sizeBytes > UPGRADE_LIMITS.totalBytes) {
    throw refusal('conflict', 'versionsFull')
  }
  const same = query
    .select({ id: deviceVersions.id })
    .from(deviceVersions)
    .where(eq(deviceVersions.version, version.version))
    .get()
  if (same) throw refusal('conflict', 'versionTaken')
  const { lastInsertRowid } = query
    .insert(deviceVersions)
    .values({ ...version, creator: actor.loginName, createdMs: actor.atMs })
    .run()
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
  const query = queryBuilder(db)
  const row = query.delete(deviceVersions).where(eq(deviceVersions.id, id)).returning().get()
  if (!row) throw refusal('notFound', 'versionNotFound')
  appendAudit(db, clock, actor, 'upgrades.deleteVersion', id, { called: `${row.name} ${row.version}` })
  const other = query
    .select({ id: deviceVersions.id })
    .from(deviceVersions)
    .where(eq(deviceVersions.sha256, row.sha256))
    .get()
  return { shared: other !== undefined }
}

/** Begins a run: who is asked, and who is not and why. Throws notFound when its version went meanwhile. */
export function addRun(
  db: Database,
  args: {
    versionId: number
    devices: readonly Pick<typeof upgradeRunDevices.$inferInsert, 'sn' | 'refused'>[]
    actor: Actor
  },
  clock: WriteClock,
): { id: number } {
  const { versionId, devices, actor } = args
  const query = queryBuilder(db)
  const version = query.select().from(deviceVersions).where(eq(deviceVersions.id, versionId)).get()
  if (!version) throw refusal('notFound', 'versionNotFound')
  const { lastInsertRowid } = query
    .insert(upgradeRuns)
    .values({
      versionId,
      name: version.name,
      version: version.version,
      creator: actor.loginName,
      startedMs: actor.atMs,
    })
    .run()
  const id = Number(lastInsertRowid)
  const insert = query
    .insert(upgradeRunDevices)
    .values({ runId: id, sn: sql.placeholder('sn'), refused: sql.placeholder('refused') })
    .prepare()
  for (const { sn, refused } of devices) insert.run({ sn, refused })
  const oldest = id - UPGRADE_LIMITS.runs
  query.delete(upgradeRunDevices).where(lte(upgradeRunDevices.runId, oldest)).run()
  query.delete(upgradeRuns).where(lte(upgradeRuns.id, oldest)).run()
  appendAudit(db, clock, actor, 'upgrades.start', id, { version: version.version, devices: devices.length })
  return { id }
}

/** Marks a run as cancelled. */
export function cancelRun(
  db: Database,
  { id, actor }: { id: number; actor: Actor },
  clock: WriteClock,
): void {
  queryBuilder(db).update(upgradeRuns).set({ cancelledMs: actor.atMs }).where(eq(upgradeRuns.id, id)).run()
  appendAudit(db, clock, actor, 'upgrades.cancel', id)
}
