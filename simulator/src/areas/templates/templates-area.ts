import {
  addTemplate,
  deleteTemplate,
  listMeetingTemplates,
  listTemplates,
  updateTemplate,
} from '@backlot/contract/templates/calls'
import { TEMPLATE_KINDS } from '@backlot/contract/templates/constants'
import type { NewTemplate, Template } from '@backlot/contract/templates/entities'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import { EVERYTHING, type ScopeIntervals } from '../../calls/scope.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import {
  createTemplateRepository,
  type DatedTemplate,
  type TemplateRepository,
} from './template-repository.ts'

/** Which devices there are for somebody. */
export type TemplateDevicesPort = { mayUse(sn: string, scope: ScopeIntervals): boolean }

/** Templates of recording and of meetings. Changes hold from the platform's present on. */
export function createTemplatesArea(deps: {
  store: Store
  clock: PlatformClock
  devices: TemplateDevicesPort
  /** The media servers that there are, as they are called in a language. */
  mediaServers(language: Language): { id: number; name: string }[]
}): { routes: Route[]; repository: TemplateRepository } {
  const { store, clock, devices } = deps
  const repository = createTemplateRepository(store, clock)
  const now = () => Math.floor(clock.now())

  const list = route(listTemplates, ({ query }, { caller, request }) => {
    const { text = '', kind, sort = 'name', order = 'asc' } = query
    const part = text.trim().toLowerCase()
    const rows = repository
      .templatesAt(now())
      .filter(({ template }) => kind === undefined || template.kind === kind)
      .map((dated) => templateOf(dated, (sn) => devices.mayUse(sn, caller.scope)))
      .filter(
        (row) =>
          row.name.toLowerCase().includes(part) ||
          (row.kind === TEMPLATE_KINDS.generic && row.sns.some((sn) => sn.toLowerCase() === part)),
      )
    const page = pageOfRows(
      sortedBy(rows, (row) => row[sort], order),
      query,
      (row) => row,
    )
    return { ...page, mediaServers: deps.mediaServers(languageOf(request.headers)) }
  })

  /**
   * Refuses templates that apply beyond the caller's groups: to other devices, or, bound to none and of meetings, to
   * all.
   */
  const refuseBeyond = (template: NewTemplate, { caller }: HandlerContext) => {
    if (isEverything(caller.scope)) return
    const sns = template.kind === TEMPLATE_KINDS.generic ? template.sns : []
    const there = sns.filter((sn) => devices.mayUse(sn, EVERYTHING))
    if (there.length > 0 && there.every((sn) => devices.mayUse(sn, caller.scope))) return
    throw refusal('notPermitted', 'templateBeyond')
  }
  /** The template of an id, when the caller may change it; undefined when there is none. */
  const changeable = (id: number, context: HandlerContext) => {
    const known = repository.templatesAt(now()).find((dated) => dated.id === id)
    if (known) refuseBeyond(known.template, context)
    return known
  }
  const checked = (template: NewTemplate, context: HandlerContext, id = 0): NewTemplate => {
    const language = languageOf(context.request.headers)
    const held = repository.templatesAt(now())
    const sns = template.kind === TEMPLATE_KINDS.generic ? template.sns : []
    if (sns.some((sn) => !devices.mayUse(sn, context.caller.scope))) {
      throw refusal('notFound', 'deviceNotFound', {}, 'sns')
    }
    if (template.kind === TEMPLATE_KINDS.generic && sns.length === 0 && !isEverything(context.caller.scope)) {
      throw refusal('invalid', 'templateNeedsDevice', {}, 'sns')
    }
    refuseBeyond(template, context)
    if (template.kind !== TEMPLATE_KINDS.generic) return template
    const servers = new Set(deps.mediaServers(language).map((server) => server.id))
    if (template.mediaServerIds.some((serverId) => !servers.has(serverId))) {
      throw refusal('notFound', 'mediaServerNotFound', {}, 'mediaServerIds')
    }
    for (const sn of sns) {
      const taken = held.find(
        (dated) =>
          dated.id !== id &&
          dated.template.kind === TEMPLATE_KINDS.generic &&
          dated.template.sns.includes(sn),
      )
      if (taken) {
        const { name } = taken.template
        throw refusal('conflict', 'templateDeviceTaken', { sn, name }, 'sns')
      }
    }
    const mediaServerIds = [...new Set(template.mediaServerIds)].sort((one, other) => one - other)
    return { ...template, mediaServerIds, sns: [...new Set(sns)].sort() }
  }

  const add = route(addTemplate, ({ body }, context) => {
    const atMs = now()
    const template = checked(body, context)
    return store.write('templates.add', { template, atMs, actor: actorOf(context, atMs) })
  })

  const update = route(updateTemplate, async ({ body }, context) => {
    const atMs = now()
    const { id, version, ...entered } = body
    const known = changeable(id, context)
    if (known && known.version !== version) {
      throw refusal('conflict', 'templateChanged')
    }
    const template = checked(entered, context, id)
    const actor = actorOf(context, atMs)
    await store.write('templates.update', { id, version, template, atMs, actor })
    return {}
  })

  const remove = route(deleteTemplate, async ({ body: { id } }, context) => {
    const atMs = now()
    const version = changeable(id, context)?.version
    await store.write('templates.remove', { id, version, atMs, actor: actorOf(context, atMs) })
    return {}
  })

  const meetings = route(listMeetingTemplates, () => ({
    list: repository.templatesAt(now()).flatMap(({ id, template }) => {
      if (template.kind !== TEMPLATE_KINDS.meeting) return []
      const { name, membersMax, joinMuted } = template
      return [{ id, name, membersMax, joinMuted }]
    }),
  }))

  return { routes: [list, add, update, remove, meetings], repository }
}

function templateOf(
  { id, version, template, validFromMs }: DatedTemplate,
  isSeen: (sn: string) => boolean,
): Template {
  const known = { id, version, updateTime: Math.floor(validFromMs / 1000) }
  if (template.kind === TEMPLATE_KINDS.meeting) return { ...template, ...known }
  return { ...template, ...known, sns: template.sns.filter(isSeen), deviceCount: template.sns.length }
}
