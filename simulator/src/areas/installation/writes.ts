import type { Database } from 'better-sqlite3'
import { and, eq } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { deviceInstallations } from './tables.ts'

/** Parts of a device's set-up, each with a version of its own. */
export type InstallationPart = (typeof deviceInstallations.$inferSelect)['part']

/** Stores a part of a device's set-up. Throws conflict when it is no longer as the named version; 0 is as it came. */
export function set(
  db: Database,
  args: {
    sn: string
    part: InstallationPart
    content: string
    version: number
    action: string
    actor: Actor
  },
  clock: WriteClock,
): void {
  const { sn, part, content, version, action, actor } = args
  const query = queryBuilder(db)
  const row = query
    .select({ version: deviceInstallations.version })
    .from(deviceInstallations)
    .where(and(eq(deviceInstallations.sn, sn), eq(deviceInstallations.part, part)))
    .get()
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  const next = { content, version: version + 1, updatedMs: actor.atMs }
  query
    .insert(deviceInstallations)
    .values({ sn, part, ...next })
    .onConflictDoUpdate({ target: [deviceInstallations.sn, deviceInstallations.part], set: next })
    .run()
  appendAudit(db, clock, actor, action, sn)
}
