import {
  addCaptureRule,
  deleteCaptureRule,
  listCaptureRules,
  mediaServerConfig,
  updateCaptureRule,
  updateMediaServerConfig,
} from '@backlot/contract/media-config/calls'
import type { Logger } from 'pino'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'

import { storedName, toldName } from '../shared/seeded-names.ts'
import { createMediaConfigRepository, type MediaConfigRepository } from './media-config-repository.ts'
import type { MediaGroupsPort, MediaListenersPort, OwnPortPort } from './ports.ts'
import { createServerKeeper, type ServerKeeper } from './server-keeper.ts'
import { createServerRepository, type ServerRepository } from './server-repository.ts'
import { serverRoutes } from './server-routes.ts'

/**
 * The media servers and the rules of timed captures. Edits of the first server's record and of the rules hold from the
 * platform's present on; further servers are as they were entered last, whatever the clock shows.
 */
export function createMediaConfigArea(deps: {
  store: Store
  log: Logger
  clock: PlatformClock
  listeners: MediaListenersPort
  groups: MediaGroupsPort
  own: OwnPortPort
}): {
  routes: Route[]
  repository: MediaConfigRepository
  servers: ServerRepository
  keeper: ServerKeeper
} {
  const { store, listeners, groups, own } = deps
  const repository = createMediaConfigRepository(store)
  const servers = createServerRepository(store)
  const keeper = createServerKeeper({ repository: servers, listeners, log: deps.log })
  const now = () => Math.floor(deps.clock.now())

  const get = route(mediaServerConfig, () => ({
    ...repository.configAt(now()),
    version: servers.firstVersion(),
  }))

  const update = route(updateMediaServerConfig, async ({ body }, context) => {
    const atMs = now()
    const { version, ...change } = body
    const config = { ...repository.configAt(atMs), ...change }
    const args = { version, config, atMs, actor: actorOf(context, atMs) }
    await store.write('mediaConfig.setConfig', args)
    return {}
  })

  const list = route(listCaptureRules, (_input, { request }) => {
    const language = languageOf(request.headers)
    const rules = repository
      .rulesAt(now())
      .map((rule) => ({ ...rule, name: toldName('captureRule', rule.name, language) }))
    return { list: rules, total: rules.length }
  })

  const add = route(addCaptureRule, ({ body }, context) => {
    const atMs = now()
    const rule = { ...body, name: storedName('captureRule', body.name) }
    return store.write('mediaConfig.addRule', { rule, atMs, actor: actorOf(context, atMs) })
  })

  const change = route(updateCaptureRule, async ({ body }, context) => {
    const atMs = now()
    const rule = { ...body, name: storedName('captureRule', body.name) }
    await store.write('mediaConfig.updateRule', { rule, atMs, actor: actorOf(context, atMs) })
    return {}
  })

  const remove = route(deleteCaptureRule, async ({ body: { id } }, context) => {
    const atMs = now()
    await store.write('mediaConfig.deleteRule', { id, atMs, actor: actorOf(context, atMs) })
    return {}
  })

  const media = serverRoutes({
    store,
    nowMs: now,
    config: repository,
    repository: servers,
    keeper,
    groups,
    own,
  })
  return { routes: [get, update, ...media, list, add, change, remove], repository, servers, keeper }
}
