import { z } from 'zod'
import type { Access } from '../call.ts'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { SeenVersion } from '../record-version.ts'
import {
  PlanSchedule,
  PollChannel,
  PollingInterval,
  PollingWindow,
  Preplan,
  PreplanDevice,
  planName,
} from './entities.ts'

const PLAN_SCREENS = ['/videoPreplan', '/realTime/videoPreplan']
const POLL_SCREENS = ['/videoPoll', '/realTime/videoPoll']
const editPlans: Access = { kind: 'routes', routes: PLAN_SCREENS, anyOf: ['video'] }
const readPlans: Access = { kind: 'routes', routes: [...PLAN_SCREENS, ...POLL_SCREENS], anyOf: ['video'] }

/** Sort fields of plans. */
const PREPLAN_SORTS = ['sort', 'name', 'pollingInterval', 'window', 'updateTime'] as const

const id = z.number().int()
const channels = z.array(PollChannel).min(1).max(LIMITS.pollingChannelsMax)

export const listPreplans = get('/video/preplan/list', {
  name: 'preplans.list',
  summary: "Video plans: the caller's own, and those with a channel that the caller may see.",
  origin: 'stated',
  access: readPlans,
  query: z.object({
    ...pageQuery(50, 500),
    name: z.string().max(64).optional(),
    sort: z.enum(PREPLAN_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(Preplan),
})

export const addPreplan = post('/video/preplan/add', {
  name: 'preplans.add',
  summary: 'Creates a video plan, optionally with its channels. Names must be unique.',
  origin: 'stated',
  changes: 'own',
  access: editPlans,
  body: z.object({
    name: planName,
    pollingInterval: PollingInterval,
    window: PollingWindow,
    enabled: z.boolean().default(true),
    schedule: PlanSchedule.nullable().default(null),
    list: z.array(PollChannel).max(LIMITS.pollingChannelsMax).default([]),
  }),
  data: z.object({ id }),
})

export const updatePreplan = post('/video/preplan/update', {
  name: 'preplans.update',
  summary: 'Changes a plan. `sort` moves it to that place.',
  origin: 'stated',
  changes: 'own',
  access: editPlans,
  body: z.object({
    id,
    version: SeenVersion,
    name: planName.optional(),
    pollingInterval: PollingInterval.optional(),
    window: PollingWindow.optional(),
    enabled: z.boolean().optional(),
    schedule: PlanSchedule.nullable().optional(),
    sort: z.number().int().min(1).optional(),
  }),
  data: nothing,
})

export const deletePreplan = post('/video/preplan/delete', {
  name: 'preplans.delete',
  summary: 'Deletes a plan with its list of channels.',
  origin: 'stated',
  changes: 'own',
  access: editPlans,
  body: z.object({ id }),
  data: nothing,
})

export const listPreplanDevices = get('/video/preplan/dev/list', {
  name: 'preplans.devices',
  summary: 'Channels of a plan in order, as far as the caller may see them.',
  origin: 'stated',
  access: readPlans,
  query: z.object({
    preplanId: z.coerce.number().int(),
    ...pageQuery(LIMITS.pollingChannelsMax, LIMITS.pollingChannelsMax),
  }),
  data: pageOf(PreplanDevice),
})

export const addPreplanDevices = post('/video/preplan/dev/add', {
  name: 'preplans.addDevices',
  summary: 'Adds video channels at the end of a plan; existing ones keep their places.',
  origin: 'stated',
  changes: 'own',
  access: editPlans,
  body: z.object({ preplanId: id, list: channels }),
  data: z.object({ added: z.number().int() }),
})

export const deletePreplanDevices = post('/video/preplan/dev/delete', {
  name: 'preplans.deleteDevices',
  summary: 'Removes channels from a plan.',
  origin: 'stated',
  changes: 'own',
  access: editPlans,
  body: z.object({ preplanId: id, list: channels }),
  data: nothing,
})

export const sortPreplanDevices = post('/video/preplan/dev/sort', {
  name: 'preplans.sortDevices',
  summary: 'Moves channels of a plan to the front, in this order; the others follow in their order.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'own',
  access: editPlans,
  body: z.object({ preplanId: id, list: channels }),
  data: nothing,
})

export const PREPLAN_CALLS = [
  listPreplans,
  addPreplan,
  updatePreplan,
  deletePreplan,
  listPreplanDevices,
  addPreplanDevices,
  deletePreplanDevices,
  sortPreplanDevices,
]
