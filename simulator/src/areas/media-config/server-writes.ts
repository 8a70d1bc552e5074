import { FIRST_MEDIA_SERVER, MEDIA_SERVER_LIMITS } from '@backlot/contract/media-config/constants'
import type { MediaServerConfig, NewMediaServer } from '@backlot/contract/media-config/entities'
import type { Database } from 'better-sqlite3'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import { FIRST_SERVER_NAME } from './first-server-name.ts'

type Args = { atMs: number; actor: Actor }
type Known = { id: number; version: number }

/** Adds a media server. Throws conflict when its name or one of its groups is taken, or when there are too many. */
export function addServer(
  db: Database,
  { server, atMs, actor }: Args & { server: NewMediaServer },
  clock: WriteClock,
): { id: number } {
  // The first one has its row, so that others come after it.
  db.prepare('INSERT OR IGNORE INTO media_servers (id, version) VALUES (?, 0)').run(FIRST_MEDIA_SERVER)
  const { count } = db.prepare('SELECT count(*) AS count FROM media_servers').get() as { count: number }
  if (count >= MEDIA_SERVER_LIMITS.servers) throw refusal('conflict', 'mediaServersFull')
  refuseName(db, server.name, 0, atMs)
  const added = db.prepare('INSERT INTO media_servers (version, record) VALUES (1, ?)').run(recordOf(server))
  const id = Number(added.lastInsertRowid)
  bind(db, id, server.groupIds)
  appendAudit(db, clock, actor, 'mediaServers.add', id, told(server))
  return { id }
}

/** Changes a further media server. Throws notFound, or conflict when it is no longer as the named version. */
export function updateServer(
  db: Database,
  { id, version, server, atMs, actor }: Args & Known & { server: NewMediaServer },
  clock: WriteClock,
): void {
  refuseOutdated(db, { id, version })
  refuseName(db, server.name, id, atMs)
  const called = calledNow(db, 'mediaServers', id)
  db.prepare('UPDATE media_servers SET version = version + 1, record = ? WHERE id = ?').run(
    recordOf(server),
    id,
  )
  bind(db, id, server.groupIds)
  appendAudit(db, clock, actor, 'mediaServers.update', id, { ...told(server), called })
}

/** Changes the first media server, its groups with it. Throws conflict when it is no longer as the named version. */
export function updateFirst(
  db: Database,
  args: Args & { version: number; config: MediaServerConfig; groupIds: readonly number[] },
  clock: WriteClock,
): void {
  setConfig(db, args, clock)
  bind(db, FIRST_MEDIA_SERVER, args.groupIds)
}

/** Removes a further media server; its groups are bound to none. Throws as updateServer does. */
export function removeServer(db: Database, { id, version, actor }: Args & Known, clock: WriteClock): void {
  refuseOutdated(db, { id, version })
  const called = calledNow(db, 'mediaServers', id)
  db.prepare('DELETE FROM media_servers WHERE id = ?').run(id)
  db.prepare('DELETE FROM media_server_groups WHERE server_id = ?').run(id)
  appendAudit(db, clock, actor, 'mediaServers.delete', id, { called })
}

/**
 * The first media server's record from a platform moment on. Later ones, of a time that the clock went back from, go.
 * Throws conflict when its name is taken, or it is no longer as the named version.
 */
export function setConfig(
  db: Database,
  args: { version?: number; config: MediaServerConfig; atMs: number; actor: Actor },
  clock: WriteClock,
): void {
  if (args.version !== undefined) refuseOutdated(db, { id: FIRST_MEDIA_SERVER, version: args.version })
  refuseName(db, args.config.name, FIRST_MEDIA_SERVER, args.atMs)
  db.prepare('DELETE FROM media_configs WHERE valid_from_ms >= ?').run(args.atMs)
  db.prepare('INSERT INTO media_configs (valid_from_ms, config) VALUES (?, ?)').run(
    args.atMs,
    JSON.stringify(args.config),
  )
  db.prepare(
    `INSERT INTO media_servers (id, version) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET version = version + 1`,
  ).run(FIRST_MEDIA_SERVER)
  appendAudit(db, clock, args.actor, 'mediaConfig.update', args.config.name)
}

function refuseOutdated(db: Database, { id, version }: Known): void {
  const row = db.prepare('SELECT version FROM media_servers WHERE id = ?').get(id) as
    | { version: number }
    | undefined
  if (!row && id !== FIRST_MEDIA_SERVER) throw refusal('notFound', 'mediaServerNotFound')
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'mediaServerChanged')
}

function refuseName(db: Database, name: string, id: number, atMs: number): void {
  const first = db
    .prepare(
      'SELECT config AS record FROM media_configs WHERE valid_from_ms <= ? ORDER BY valid_from_ms DESC LIMIT 1',
    )
    .get(atMs) as { record: string } | undefined
  const others = db.prepare('SELECT id, record FROM media_servers WHERE record IS NOT NULL').all() as {
    id: number
    record: string
  }[]
  const nameIn = (record: string) => (JSON.parse(record) as { name: string }).name.toLowerCase()
  const taken = others.some((one) => one.id !== id && nameIn(one.record) === name.toLowerCase())
  const firstName = first ? nameIn(first.record) : FIRST_SERVER_NAME.zh
  const firstNames = firstName === FIRST_SERVER_NAME.zh ? Object.values(FIRST_SERVER_NAME) : [firstName]
  const isFirsts = firstNames.some((one) => one.toLowerCase() === name.toLowerCase())
  if (taken || (id !== FIRST_MEDIA_SERVER && isFirsts)) {
    throw refusal('conflict', 'mediaServerNameTaken')
  }
}

/** Binds just these groups. Throws conflict when one of them is another server's. */
function bind(db: Database, id: number, groupIds: readonly number[]): void {
  db.prepare('DELETE FROM media_server_groups WHERE server_id = ?').run(id)
  const insert = db.prepare(
    'INSERT INTO media_server_groups (group_id, server_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  for (const groupId of new Set(groupIds)) {
    if (insert.run(groupId, id).changes === 0) throw refusal('conflict', 'mediaGroupBound')
  }
}

const recordOf = ({ groupIds: _, ...record }: NewMediaServer) => JSON.stringify(record)

/** Fields for the log: the number of groups, not which. */
const told = ({ groupIds, password: _, ...server }: NewMediaServer) => ({
  ...server,
  groups: groupIds.length,
})
