import { FIRST_MEDIA_SERVER, MEDIA_SERVER_LIMITS } from '@backlot/contract/media-config/constants'
import type { MediaServerConfig, NewMediaServer } from '@backlot/contract/media-config/entities'
import type { Database } from 'better-sqlite3'
import { count, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import { FIRST_SERVER_NAME } from './first-server-name.ts'
import { DEFAULT_MEDIA_CONFIG } from './media-config-repository.ts'
import { mediaConfigs, mediaServerGroups, mediaServers } from './tables.ts'

type Args = { atMs: number; actor: Actor }
type Known = { id: number; version: number }

/** Adds a media server. Throws conflict when its name or one of its groups is taken, or when there are too many. */
export function addServer(
  db: Database,
  { server, atMs, actor }: Args & { server: NewMediaServer },
  clock: WriteClock,
): { id: number } {
  // The first one has its row, so that others come after it.
  const query = queryBuilder(db)
  query.insert(mediaServers).values({ id: FIRST_MEDIA_SERVER, version: 0 }).onConflictDoNothing().run()
  const all = query.select({ count: count() }).from(mediaServers).get()
  if (all!.count >= MEDIA_SERVER_LIMITS.servers) throw refusal('conflict', 'mediaServersFull')
  refuseName(db, server.name, 0, atMs)
  const added = query
    .insert(mediaServers)
    .values({ version: 1, record: recordOf(server) })
    .run()
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
  const known = refuseOutdated(db, { id, version })
  refuseName(db, server.name, id, atMs)
  const called = calledNow(db, 'mediaServers', id)
  const groupIds = queryBuilder(db)
    .select({ id: mediaServerGroups.groupId })
    .from(mediaServerGroups)
    .where(eq(mediaServerGroups.serverId, id))
    .all()
    .map((group) => group.id)
  const before = told({ ...(JSON.parse(known?.record ?? '{}') as NewMediaServer), groupIds })
  queryBuilder(db)
    .update(mediaServers)
    .set({ version: version + 1, record: recordOf(server) })
    .where(eq(mediaServers.id, id))
    .run()
  bind(db, id, server.groupIds)
  appendAudit(db, clock, actor, 'mediaServers.update', id, { ...changesOf(before, told(server)), called })
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
  const query = queryBuilder(db)
  query.delete(mediaServers).where(eq(mediaServers.id, id)).run()
  query.delete(mediaServerGroups).where(eq(mediaServerGroups.serverId, id)).run()
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
  const query = queryBuilder(db)
  const known = firstConfig(db, args.atMs)
  query.delete(mediaConfigs).where(gte(mediaConfigs.validFromMs, args.atMs)).run()
  query
    .insert(mediaConfigs)
    .values({ validFromMs: args.atMs, config: JSON.stringify(args.config) })
    .run()
  query
    .insert(mediaServers)
    .values({ id: FIRST_MEDIA_SERVER, version: 1 })
    .onConflictDoUpdate({ target: mediaServers.id, set: { version: sql`${mediaServers.version} + 1` } })
    .run()
  const before = known ? (JSON.parse(known.config) as MediaServerConfig) : DEFAULT_MEDIA_CONFIG
  const detail = changesOf(toldFirst(before), toldFirst(args.config))
  appendAudit(db, clock, args.actor, 'mediaConfig.update', args.config.name, detail)
}

function refuseOutdated(db: Database, { id, version }: Known): typeof mediaServers.$inferSelect | undefined {
  const row = queryBuilder(db).select().from(mediaServers).where(eq(mediaServers.id, id)).get()
  if (!row && id !== FIRST_MEDIA_SERVER) throw refusal('notFound', 'mediaServerNotFound')
  if ((row?.version ?? 0) !== version) throw refusal('conflict', 'mediaServerChanged')
  return row
}

/** The first media server's record at a platform moment; undefined: its original one. */
function firstConfig(db: Database, atMs: number): typeof mediaConfigs.$inferSelect | undefined {
  return queryBuilder(db)
    .select()
    .from(mediaConfigs)
    .where(lte(mediaConfigs.validFromMs, atMs))
    .orderBy(desc(mediaConfigs.validFromMs))
    .limit(1)
    .get()
}

function refuseName(db: Database, name: string, id: number, atMs: number): void {
  const query = queryBuilder(db)
  const first = firstConfig(db, atMs)
  const others = query.select().from(mediaServers).where(isNotNull(mediaServers.record)).all()
  const nameIn = (record: string) => (JSON.parse(record) as { name: string }).name.toLowerCase()
  const taken = others.some((one) => one.id !== id && nameIn(one.record!) === name.toLowerCase())
  const firstName = first ? nameIn(first.config) : FIRST_SERVER_NAME.zh
  const firstNames = firstName === FIRST_SERVER_NAME.zh ? Object.values(FIRST_SERVER_NAME) : [firstName]
  const isFirsts = firstNames.some((one) => one.toLowerCase() === name.toLowerCase())
  if (taken || (id !== FIRST_MEDIA_SERVER && isFirsts)) {
    throw refusal('conflict', 'mediaServerNameTaken')
  }
}

/** Binds just these groups. Throws conflict when one of them is another server's. */
function bind(db: Database, id: number, groupIds: readonly number[]): void {
  const query = queryBuilder(db)
  query.delete(mediaServerGroups).where(eq(mediaServerGroups.serverId, id)).run()
  for (const groupId of new Set(groupIds)) {
    const bound = query
      .insert(mediaServerGroups)
      .values({ groupId, serverId: id })
      .onConflictDoNothing()
      .run()
    if (bound.changes === 0) throw refusal('conflict', 'mediaGroupBound')
  }
}

const recordOf = ({ groupIds: _, ...record }: NewMediaServer) => JSON.stringify(record)

/** Fields of the first server for the log. */
const toldFirst = ({ plan, password: _, ...server }: MediaServerConfig) => ({ ...server, ...plan })

/** Fields for the log: the number of groups, not which. */
const told = ({ groupIds, password: _, ...server }: NewMediaServer) => ({
  ...server,
  groups: groupIds.length,
})
