import {
  addCaptureRule,
  deleteCaptureRule,
  listCaptureRules,
  mediaServerConfig,
  updateCaptureRule,
  updateMediaServerConfig,
} from '@backlot/contract/media-config/calls'
import type { Route } from '../../http/route.ts'
import { route } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import type { PlatformClock } from '../../timeline/clock.ts'
import { actorOf } from '../audit.ts'
import { languageOf } from '../language.ts'
import { spoken } from '../refusal.ts'
import { createMediaConfigBook, type MediaConfigBook } from './media-config-book.ts'

/** The media server's record and the rules of timed captures: edits hold from the platform's present on. */
export function createMediaConfigArea(deps: { store: Store; clock: PlatformClock }): {
  routes: Route[]
  book: MediaConfigBook
} {
  const { store } = deps
  const book = createMediaConfigBook(store)
  const now = () => Math.floor(deps.clock.now())

  const get = route(mediaServerConfig, () => book.configAt(now()))

  const update = route(updateMediaServerConfig, async ({ body }, context) => {
    const atMs = now()
    const config = { ...book.configAt(atMs), ...body }
    await store.write('mediaConfig.setConfig', { config, atMs, actor: actorOf(context, atMs) })
    return {}
  })

  const list = route(listCaptureRules, () => {
    const rules = book.rulesAt(now())
    return { list: rules, total: rules.length }
  })

  const add = route(addCaptureRule, ({ body }, context) => {
    const atMs = now()
    const write = store.write('mediaConfig.addRule', { rule: body, atMs, actor: actorOf(context, atMs) })
    return spoken(write, languageOf(context.request.headers))
  })

  const change = route(updateCaptureRule, async ({ body }, context) => {
    const atMs = now()
    const write = store.write('mediaConfig.updateRule', { rule: body, atMs, actor: actorOf(context, atMs) })
    await spoken(write, languageOf(context.request.headers))
    return {}
  })

  const remove = route(deleteCaptureRule, async ({ body: { id } }, context) => {
    const atMs = now()
    const write = store.write('mediaConfig.deleteRule', { id, atMs, actor: actorOf(context, atMs) })
    await spoken(write, languageOf(context.request.headers))
    return {}
  })

  return { routes: [get, update, list, add, change, remove], book }
}
