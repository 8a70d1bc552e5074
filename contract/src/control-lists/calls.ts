import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { ControlPerson, NewControlPerson } from './entities.ts'

/** Sort fields of persons. */
const CONTROL_SORTS = ['name', 'label', 'birthday', 'createTime', 'updateTime'] as const

export const listControlPersons = get('/controlList/list', {
  name: 'controlLists.list',
  summary: 'Persons of control lists.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.manageControlLists,
  query: z.object({
    ...pageQuery(20, 500),
    text: z.string().max(64).optional().describe('part of the name, the card or the phone number'),
    label: z.string().max(64).optional(),
    sex: z.coerce.number().int().min(0).max(1).optional(),
    enabled: z.coerce.number().int().min(0).max(1).optional(),
    sort: z.enum(CONTROL_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(ControlPerson).extend({
    /** Labels in use, with the number of persons under each. */
    labels: z.array(z.object({ label: z.string(), count: z.number().int() })),
  }),
})

export const addControlPerson = post('/controlList/add', {
  name: 'controlLists.add',
  summary: 'Adds a person to a control list. Each identity card can be listed only once.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: ACCESS.manageControlLists,
  body: NewControlPerson,
  data: z.object({ id: z.number().int() }),
})

export const updateControlPerson = post('/controlList/update', {
  name: 'controlLists.update',
  summary: 'Changes a person. Refused (409) if someone else has changed it since the given version.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: ACCESS.manageControlLists,
  body: NewControlPerson.extend({ id: z.number().int(), version: z.number().int() }),
  data: nothing,
})

export const deleteControlPersons = post('/controlList/delete', {
  name: 'controlLists.delete',
  summary: 'Removes people from the lists, all or none. Existing alarms keep their data.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: ACCESS.manageControlLists,
  body: z.object({ ids: z.array(z.number().int()).min(1).max(500) }),
  data: nothing,
})

export const controlPortrait = get('/controlList/portrait/:id', {
  name: 'controlLists.portrait',
  summary: 'The drawn face of a person that came with the demo (SVG).',
  origin: 'assumed',
  access: ACCESS.seeFaces,
  params: z.object({ id: z.coerce.number().int().min(0) }),
  query: emptyQuery,
  data: z.unknown(),
  raw: { reply: 'image/svg+xml', parts: true },
})

export const CONTROL_LIST_CALLS = [
  listControlPersons,
  addControlPerson,
  updateControlPerson,
  deleteControlPersons,
  controlPortrait,
]
