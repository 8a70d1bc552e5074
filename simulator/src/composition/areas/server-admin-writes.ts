import type { MediaServerConfig } from '@backlot/contract/media-config/entities'
import type { ServerKind } from '@backlot/contract/servers/entities'
import type { Database } from 'better-sqlite3'
import { setConfig } from '../../areas/media-config/server-writes.ts'
import type { FastConfigWish } from '../../areas/servers/ports.ts'
import { type Actor, appendAudit } from '../../areas/shared/audit.ts'
import { refusal } from '../../kernel/refusal.ts'
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
  const kept = db.prepare('SELECT version FROM fast_configs WHERE id = 1').get() as
    | { version: number }
    | undefined
  if ((kept?.version ?? 0) !== version) throw refusal('conflict', 'fastConfigChanged')
  db.prepare('INSERT OR REPLACE INTO fast_configs (id, version, config, updated_ms) VALUES (1, ?, ?, ?)').run(
    version + 1,
    JSON.stringify(config),
    atMs,
  )
  const { servers, ...all } = config
  if (kind) appendAudit(db, clock, actor, 'fastConfig.updateServer', kind, { ...servers[kind] })
  else appendAudit(db, clock, actor, 'fastConfig.update', '', all)
  if (media) setConfig(db, { config: media, atMs, actor }, clock)
}
