import type { MediaServerConfig } from '@backlot/contract/media-config/entities'
import type { ServerKind } from '@backlot/contract/servers/entities'
import type { Database } from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { setConfig } from '../../areas/media-config/server-writes.ts'
import type { FastConfigWish } from '../../areas/servers/ports.ts'
import { fastConfigs } from '../../areas/servers/tables.ts'
import { type Actor, appendAudit, changesOf } from '../../areas/shared/audit.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'

/**
 * Sets the advertised addresses of all servers, the media server's record with it. Throws conflict when the addresses
 * are no longer as the named version.
 */
export function setFastConfig(
  db: Database,
  args: FastConfigWish & {
    /** The media server's record with it; left out: it stays. */
    media?: MediaServerConfig
    /** The one server that it is about. */
    kind?: ServerKind
    atMs: number
    actor: Actor
  },
  clock: WriteClock,
): void {
  const { config, version, media, kind, atMs, actor } = args
  const query = queryBuilder(db)
  const kept = query.select().from(fastConfigs).where(eq(fastConfigs.id, 1)).get()
  if ((kept?.version ?? 0) !== version) throw refusal('conflict', 'fastConfigChanged')
  const set = { version: version + 1, config: JSON.stringify(config), updatedMs: atMs }
  query
    .insert(fastConfigs)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: fastConfigs.id, set })
    .run()
  const { servers, ...all } = config
  const before = kept ? (JSON.parse(kept.config) as typeof config) : undefined
  const changed = (was: object | undefined, now: object) =>
    was ? changesOf({ ...was }, { ...now }) : { ...now }
  if (kind) {
    const detail = changed(before?.servers[kind], { ...servers[kind] })
    appendAudit(db, clock, actor, 'fastConfig.updateServer', kind, detail)
  } else appendAudit(db, clock, actor, 'fastConfig.update', '', changed(before, all))
  if (media) setConfig(db, { config: media, atMs, actor }, clock)
}
