import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import { NewMediaServer } from '@backlot/contract/media-config/entities'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { mediaServerGroups, mediaServers } from './tables.ts'

/** A further media server as it was entered. */
export type ServerRecord = Omit<NewMediaServer, 'groupIds'> & { id: number; version: number }

export type ServerRepository = {
  /** Further media servers, oldest first. They have no past: entered values hold at every moment of the clock. */
  servers(): readonly ServerRecord[]
  find(id: number): ServerRecord | undefined
  /** How often the first one was changed. */
  firstVersion(): number
  /** The server that a group itself is bound to. */
  boundTo(groupId: number): number | undefined
  /** Groups that are bound to a server, whether they are still there or not. */
  groupsOf(id: number): readonly number[]
}

const Stored = NewMediaServer.omit({ groupIds: true })

/** Reads the media servers and their bindings. Small tables, cached per version of the store. */
export function createServerRepository(store: Store): ServerRepository {
  const query = queryBuilder(store.read)
  const servers = query.select().from(mediaServers).orderBy(mediaServers.id).prepare()
  const groups = query.select().from(mediaServerGroups).orderBy(mediaServerGroups.groupId).prepare()
  type Kept = { version: number; firstVersion: number; servers: ServerRecord[]; bound: Map<number, number> }
  let kept: Kept | undefined
  const all = (): Kept => {
    const storeVersion = store.version()
    if (kept?.version === storeVersion) return kept
    const rows = servers.all()
    kept = {
      version: storeVersion,
      firstVersion: rows.find(({ id }) => id === FIRST_MEDIA_SERVER)?.version ?? 0,
      servers: rows.flatMap(({ id, version, record }) =>
        record === null ? [] : [{ ...Stored.parse(JSON.parse(record)), id, version }],
      ),
      bound: new Map(groups.all().map(({ groupId, serverId }) => [groupId, serverId])),
    }
    return kept
  }
  return {
    servers: () => all().servers,
    find: (id) => all().servers.find((one) => one.id === id),
    firstVersion: () => all().firstVersion,
    boundTo: (groupId) => all().bound.get(groupId),
    groupsOf: (id) => [...all().bound].flatMap(([groupId, serverId]) => (serverId === id ? [groupId] : [])),
  }
}
