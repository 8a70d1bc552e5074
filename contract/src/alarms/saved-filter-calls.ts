import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { oneLine } from '../texts.ts'
import { SAVED_FILTERS_MAX } from './constants.ts'

/** Parameters of one filter; the alarm query has some 20. */
const PARAMETERS_MAX = 64

/** A filter of the alarm query under a name (assumed): parameters of the console's URL. */
export const SavedFilter = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
})
export type SavedFilter = z.infer<typeof SavedFilter>

const newFilter = SavedFilter.omit({ id: true }).extend({
  name: oneLine(1, 32),
  query: z
    .record(z.string().max(32), oneLine(0, 4000))
    .refine((query) => Object.keys(query).length <= PARAMETERS_MAX, `at most ${PARAMETERS_MAX} parameters`),
})

export const listAlarmFilters = get('/alarm/filter/list', {
  name: 'alarmFilters.list',
  summary: "The caller's saved filters, by name.",
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarms,
  query: emptyQuery,
  data: z.object({ list: z.array(SavedFilter) }),
})

export const addAlarmFilter = post('/alarm/filter/add', {
  name: 'alarmFilters.add',
  summary: `Saves a filter; at most ${SAVED_FILTERS_MAX}, each name once.`,
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'own',
  access: ACCESS.seeAlarms,
  idempotencyKey: true,
  body: newFilter,
  data: z.object({ id: z.number().int() }),
})

export const updateAlarmFilter = post('/alarm/filter/update', {
  name: 'alarmFilters.update',
  summary:
    'Changes the name or the conditions of a saved filter of the caller. Omitted fields stay unchanged.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'own',
  access: ACCESS.seeAlarms,
  body: SavedFilter.pick({ id: true }).extend(newFilter.partial().shape),
  data: nothing,
})

export const deleteAlarmFilter = post('/alarm/filter/delete', {
  name: 'alarmFilters.delete',
  summary: 'Removes a saved filter of the caller.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'own',
  access: ACCESS.seeAlarms,
  body: z.object({ id: z.number().int() }),
  data: nothing,
})

export const ALARM_FILTER_CALLS = [listAlarmFilters, addAlarmFilter, updateAlarmFilter, deleteAlarmFilter]
