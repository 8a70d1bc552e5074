import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'

/** Parts of a device's set-up, each with a version of its own. */
export type InstallationPart = 'points' | 'bindings' | 'info'

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
  const row = prepared(db, 'SELECT version FROM device_installations WHERE sn = ? AND part = ?').get(
    sn,
    part,
  ) as { version: number } | undefined
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'changedMeanwhile')
  prepared(
    db,
    'INSERT OR REPLACE INTO device_installations (sn, part, content, version, updated_ms) VALUES (?, ?, ?, ?, ?)',
  ).run(sn, part, content, version + 1, actor.atMs)
  appendAudit(db, clock, actor, action, sn)
}
