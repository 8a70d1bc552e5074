import {
  addMediaServer,
  deleteMediaServer,
  listMediaServers,
  updateMediaServer,
} from '@backlot/contract/media-config/calls'
import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import type { MediaServer, NewMediaServer } from '@backlot/contract/media-config/entities'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import { FIRST_SERVER_NAME, firstServerName } from './first-server-name.ts'
import type { MediaConfigRepository } from './media-config-repository.ts'
import type { MediaGroupsPort, OwnPortPort } from './ports.ts'
import type { ServerKeeper } from './server-keeper.ts'
import type { ServerRecord, ServerRepository } from './server-repository.ts'

const NOTHING = { connections: 0, bytesIn: 0, bytesOut: 0 }

/**
 * All media servers. The first one is the platform itself: its record is that of the stated calls, and it is changed
 * here so that its groups can be bound. Only accounts without bounds change them; others see the number of bound
 * groups, and those in their scope.
 */
export function serverRoutes(deps: {
  store: Store
  nowMs(): number
  config: MediaConfigRepository
  repository: ServerRepository
  keeper: ServerKeeper
  groups: MediaGroupsPort
  own: OwnPortPort
}): Route[] {
  const { store, nowMs, config, repository, keeper, groups } = deps

  const boundOf = (id: number, scope: ScopeIntervals) => {
    const there = repository.groupsOf(id).filter((groupId) => groups.nameOf(groupId) !== undefined)
    return { groupIds: there.filter((groupId) => groups.inScope(groupId, scope)), groupCount: there.length }
  }
  const firstName = (language: Language) => firstServerName(config.configAt(nowMs()), language)
  const first = (scope: ScopeIntervals, language: Language): MediaServer => {
    const { plan: _, ...stored } = config.configAt(nowMs())
    const record = { ...stored, name: firstName(language) }
    const { port, ...traffic } = deps.own()
    const state = { enabled: true, state: 'running', port: 0, listenPort: port } as const
    const known = { id: FIRST_MEDIA_SERVER, version: repository.firstVersion() }
    return { ...record, ...known, ...state, ...traffic, ...boundOf(FIRST_MEDIA_SERVER, scope) }
  }
  const further = (record: ServerRecord, scope: ScopeIntervals): MediaServer => {
    const listener = keeper.listener(record.id)
    const state = record.enabled ? (listener ? 'running' : 'unreachable') : 'off'
    return {
      ...record,
      ...boundOf(record.id, scope),
      state,
      listenPort: listener?.port ?? null,
      ...(listener?.traffic() ?? NOTHING),
    }
  }

  const list = route(listMediaServers, ({ query }, { caller, request }) => {
    const { text = '', state, sort, order } = query
    const part = text.trim().toLowerCase()
    const firstOne = first(caller.scope, languageOf(request.headers))
    const found = [firstOne, ...repository.servers().map((one) => further(one, caller.scope))]
      .filter((one) => state === undefined || one.state === state)
      .filter(
        ({ name, localAddr, addr1, addr2, addr3, listenPort, port }) =>
          [name, localAddr, addr1, addr2, addr3].some((each) => each.toLowerCase().includes(part)) ||
          [String(listenPort), String(port)].includes(part),
      )
    return pageOfRows(sort ? sortedBy(found, ({ name }) => name, order) : found, query, (row) => row)
  })

  /** A server with its groups once and in order. Refuses groups that are not there, or another server's. */
  const checked = (server: NewMediaServer, context: HandlerContext, id: number): NewMediaServer => {
    const language = languageOf(context.request.headers)
    for (const groupId of server.groupIds) {
      const group = groups.nameOf(groupId)
      if (group === undefined) throw refusal('notFound', 'mediaGroupNotFound', {}, 'groupIds')
      const holder = repository.boundTo(groupId)
      if (holder !== undefined && holder !== id) {
        const name = repository.find(holder)?.name ?? firstName(language)
        throw refusal('conflict', 'mediaGroupTaken', { group: group[language], name }, 'groupIds')
      }
    }
    return { ...server, groupIds: [...new Set(server.groupIds)].sort((a, b) => a - b) }
  }

  /** Makes a change together with the server's new port, or gives the reason why the port is not available. */
  const changed = async (server: NewMediaServer, id: number | undefined, work: () => Promise<number>) => {
    const { port } = server
    const done = await keeper.change(id, server.enabled ? port : undefined, work)
    if (done.ok) return done
    if (done.reason === 'taken') throw refusal('conflict', 'mediaPortTaken', { port }, 'port')
    throw refusal('conflict', 'mediaPortNotAllowed', { port }, 'port')
  }

  const add = route(addMediaServer, async ({ body }, context) => {
    const atMs = nowMs()
    const server = checked(body, context, 0)
    const args = { server, atMs, actor: actorOf(context, atMs) }
    const { id, listenPort } = await changed(server, undefined, async () => {
      const added = await store.write('mediaConfig.addServer', args)
      return added.id
    })
    return { id, listenPort }
  })

  const updateFirst = async (body: NewMediaServer & { version: number }, context: HandlerContext) => {
    if (body.port !== 0) throw refusal('invalid', 'mediaFirstPort', {}, 'port')
    if (!body.enabled) throw refusal('conflict', 'mediaFirstStays', {}, 'enabled')
    const atMs = nowMs()
    const { groupIds, version, port: _, enabled: _on, ...record } = body
    if (record.name === FIRST_SERVER_NAME.en) record.name = FIRST_SERVER_NAME.zh
    await store.write('mediaConfig.updateFirst', {
      version,
      groupIds,
      config: { ...config.configAt(atMs), ...record },
      atMs,
      actor: actorOf(context, atMs),
    })
    return { listenPort: deps.own().port }
  }

  const update = route(updateMediaServer, async ({ body }, context) => {
    const { id, version, ...entered } = body
    if (id !== FIRST_MEDIA_SERVER && !repository.find(id)) {
      throw refusal('notFound', 'mediaServerNotFound', {}, 'id')
    }
    const server = checked(entered, context, id)
    if (id === FIRST_MEDIA_SERVER) return updateFirst({ ...server, version }, context)
    const atMs = nowMs()
    const args = { id, version, server, atMs, actor: actorOf(context, atMs) }
    const { listenPort } = await changed(server, id, async () => {
      await store.write('mediaConfig.updateServer', args)
      return id
    })
    return { listenPort }
  })

  const remove = route(deleteMediaServer, async ({ body: { id, version } }, context) => {
    if (id === FIRST_MEDIA_SERVER) throw refusal('conflict', 'mediaFirstStays', {}, 'id')
    const atMs = nowMs()
    const args = { id, version, atMs, actor: actorOf(context, atMs) }
    const done = keeper.change(id, undefined, async () => {
      await store.write('mediaConfig.removeServer', args)
      return id
    })
    await done
    return {}
  })

  return [list, add, update, remove]
}
