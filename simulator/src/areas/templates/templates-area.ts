import {
  addTemplate,
  deleteTemplate,
  listMeetingTemplates,
  listTemplates,
  updateTemplate,
} from '@backlot/contract/templates/calls'
import { type NewTemplate, TEMPLATE_KINDS, type Template } from '@backlot/contract/templates/entities'
import type { ScopeIntervals } from '../../fleet/scope.ts'
import { type HandlerContext, type Route, route } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import type { PlatformClock } from '../../timeline/clock.ts'
import { actorOf } from '../audit.ts'
import { languageOf } from '../language.ts'
import { refusal, spoken } from '../refusal.ts'
import { pageOfRows, sortedBy } from '../row-pages.ts'
import { createTemplateBook, type DatedTemplate, type TemplateBook } from './template-book.ts'

/** Which devices there are for somebody. */
export type TemplateDevicesPort = { mayUse(sn: string, scope: ScopeIntervals): boolean }

/** Templates of recording and of meetings. Changes hold from the platform's present on. */
export function createTemplatesArea(deps: {
  store: Store
  clock: PlatformClock
  devices: TemplateDevicesPort
}): { routes: Route[]; book: TemplateBook } {
  const { store, clock, devices } = deps
  const book = createTemplateBook(store, clock)
  const now = () => Math.floor(clock.now())

  const list = route(listTemplates, ({ query }, { caller }) => {
    const { text = '', kind, sort = 'name', order = 'asc' } = query
    const part = text.trim().toLowerCase()
    const rows = book
      .templatesAt(now())
      .filter(({ template }) => kind === undefined || template.kind === kind)
      .map((dated) => templateOf(dated, (sn) => devices.mayUse(sn, caller.scope)))
      .filter(
        (row) =>
          row.name.toLowerCase().includes(part) ||
          (row.kind === TEMPLATE_KINDS.generic && row.sns.some((sn) => sn.toLowerCase() === part)),
      )
    return pageOfRows(
      sortedBy(rows, (row) => row[sort], order),
      query,
      (row) => row,
    )
  })

  /** Devices that the caller may see are as asked for; the others stay as they are. */
  const checked = (template: NewTemplate, context: HandlerContext, id = 0): NewTemplate => {
    if (template.kind !== TEMPLATE_KINDS.generic) return template
    const language = languageOf(context.request.headers)
    const isTheirs = (sn: string) => devices.mayUse(sn, context.caller.scope)
    const held = book.templatesAt(now())
    const bound = held.find((dated) => dated.id === id)?.template
    const others = bound?.kind === TEMPLATE_KINDS.generic ? bound.sns.filter((sn) => !isTheirs(sn)) : []
    for (const sn of template.sns) {
      if (!isTheirs(sn) && !others.includes(sn)) {
        throw refusal('notFound', 'deviceNotFound', language, {}, 'sns')
      }
      const taken = held.find(
        (dated) =>
          dated.id !== id &&
          dated.template.kind === TEMPLATE_KINDS.generic &&
          dated.template.sns.includes(sn),
      )
      if (taken) {
        const { name } = taken.template
        throw refusal('conflict', 'templateDeviceTaken', language, { sn, name }, 'sns')
      }
    }
    return { ...template, sns: [...new Set([...template.sns, ...others])].sort() }
  }

  const add = route(addTemplate, ({ body }, context) => {
    const atMs = now()
    const template = checked(body, context)
    const write = store.write('templates.add', { template, atMs, actor: actorOf(context, atMs) })
    return spoken(write, languageOf(context.request.headers))
  })

  const update = route(updateTemplate, async ({ body }, context) => {
    const atMs = now()
    const { id, version, ...entered } = body
    const template = checked(entered, context, id)
    const actor = actorOf(context, atMs)
    const write = store.write('templates.update', { id, version, template, atMs, actor })
    await spoken(write, languageOf(context.request.headers))
    return {}
  })

  const remove = route(deleteTemplate, async ({ body: { id } }, context) => {
    const atMs = now()
    const write = store.write('templates.remove', { id, atMs, actor: actorOf(context, atMs) })
    await spoken(write, languageOf(context.request.headers))
    return {}
  })

  const meetings = route(listMeetingTemplates, () => ({
    list: book.templatesAt(now()).flatMap(({ id, template }) => {
      if (template.kind !== TEMPLATE_KINDS.meeting) return []
      const { name, membersMax, joinMuted } = template
      return [{ id, name, membersMax, joinMuted }]
    }),
  }))

  return { routes: [list, add, update, remove, meetings], book }
}

function templateOf(
  { id, version, template, validFromMs }: DatedTemplate,
  isSeen: (sn: string) => boolean,
): Template {
  const known = { id, version, updateTime: Math.floor(validFromMs / 1000) }
  if (template.kind === TEMPLATE_KINDS.meeting) return { ...template, ...known }
  return { ...template, ...known, sns: template.sns.filter(isSeen), deviceCount: template.sns.length }
}
