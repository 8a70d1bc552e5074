import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { MeetingTemplate, NewGenericTemplate, NewMeetingTemplate, NewTemplate, Template } from './entities.ts'

/** Templates: the two kinds are stated, the calls and most fields are assumed. */
const TEMPLATE_SORTS = ['name', 'updateTime'] as const

export const listTemplates = get('/template/list', {
  name: 'templates.list',
  summary: 'Templates of both kinds: generic 0 and meeting 1.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.manageTemplates,
  query: z.object({
    ...pageQuery(20, 500),
    text: z.string().max(64).optional().describe('part of the name, or the serial number of a device'),
    kind: z.coerce.number().int().min(0).max(1).optional(),
    sort: z.enum(TEMPLATE_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(Template).extend({
    /** Media servers that there are, for templates to be bound to. */
    mediaServers: z.array(z.object({ id: z.number().int(), name: z.string() })).optional(),
  }),
})

export const addTemplate = post('/template/add', {
  name: 'templates.add',
  summary: 'Adds a template; it applies from now on. A device can have at most one generic template.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'scope',
  access: ACCESS.manageTemplates,
  body: NewTemplate,
  data: z.object({ id: z.number().int() }),
})

const named = { id: z.number().int(), version: z.number().int() }

export const updateTemplate = post('/template/update', {
  name: 'templates.update',
  summary:
    'Changes a template from now on; existing recordings are kept. Refused (409) if someone else has changed it since the given version. Its kind cannot be changed.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'scope',
  access: ACCESS.manageTemplates,
  body: z.discriminatedUnion('kind', [NewGenericTemplate.extend(named), NewMeetingTemplate.extend(named)]),
  data: nothing,
})

export const deleteTemplate = post('/template/delete', {
  name: 'templates.delete',
  summary: "Removes a template from now on; its devices follow the platform's settings again.",
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'scope',
  access: ACCESS.manageTemplates,
  body: z.object({ id: z.number().int() }),
  data: nothing,
})

export const listMeetingTemplates = get('/template/meeting/list', {
  name: 'templates.meetings',
  summary: 'Templates for starting a meeting.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.useMeetings,
  query: emptyQuery,
  data: z.object({
    list: z.array(MeetingTemplate.pick({ id: true, name: true, membersMax: true, joinMuted: true })),
  }),
})

export const TEMPLATE_CALLS = [
  listTemplates,
  addTemplate,
  updateTemplate,
  deleteTemplate,
  listMeetingTemplates,
]
