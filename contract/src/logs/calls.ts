import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { ROUTE_PATHS } from '../routes.ts'
import {
  ALARM_EVENTS,
  AlarmLogRow,
  DEVICE_EVENTS,
  DeviceLogRow,
  LOG_LEVELS,
  SYSTEM_EVENTS,
  SystemLogRow,
  UserLogRow,
  VisitLogRow,
} from './entities.ts'

/** Longest span of one log query: that of exports. */
export const LOG_RANGE_MS = LIMITS.exportRangeMs
const MOST_EVENTS = 200

const listOf = (names: readonly string[]) =>
  z
    .string()
    .max(MOST_EVENTS)
    .refine(
      (text) => text.split(',').every((name) => names.includes(name)),
      `must be some of ${names.join(', ')}`,
    )
    .describe(`comma-separated, from ${names.join(', ')}`)

const second = z.coerce.number().int().min(0)
const logQuery = <Sort extends string>(sorts: readonly [Sort, ...Sort[]]) => ({
  ...pageQuery(20, 500),
  startTime: second.describe('start of the span, seconds'),
  endTime: second.describe('end of the span, seconds, at most seven days later'),
  text: z.string().max(64).optional().describe('part of a name, a number or an address'),
  sort: z.enum(sorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})

export const listSystemLog = get('/log/system/list', {
  name: 'logs.system',
  summary: 'Events of the platform itself: starts, its clock, the control API, problems.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeSystemLog,
  query: z.object({
    ...logQuery(['time', 'event', 'subject']),
    levels: listOf(LOG_LEVELS).optional(),
    events: listOf(SYSTEM_EVENTS).optional(),
  }),
  data: pageOf(SystemLogRow),
})

export const listUserLog = get('/log/user/list', {
  name: 'logs.user',
  summary:
    'Changing calls of users with their results, sign-ins and failed sign-ins. User type 0 sees all of them, others their own and those of their sub-accounts.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeUserLog,
  query: z.object({
    ...logQuery(['time', 'loginName', 'action', 'target', 'result']),
    loginName: z.string().max(64).optional(),
    action: z.string().max(64).optional().describe('name of a call, or of an area followed by a dot'),
    result: z.enum(['done', 'refused']).optional(),
  }),
  data: pageOf(UserLogRow),
})

export const listDeviceLog = get('/log/device/list', {
  name: 'logs.device',
  summary: 'Device events in the scope of the caller: online, offline, refused, invalid packets, changes.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeDeviceLog,
  query: z.object({
    ...logQuery(['time', 'sn', 'event']),
    sn: z.string().max(64).optional(),
    nodeId: z.coerce.number().int().optional().describe('group id: only devices below it'),
    events: listOf(DEVICE_EVENTS).optional(),
  }),
  data: pageOf(DeviceLogRow),
})

export const listAlarmLog = get('/log/alarm/list', {
  name: 'logs.alarm',
  summary: "Alarms and the actions on them, in the caller's scope.",
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarmLog,
  query: z.object({
    ...logQuery(['time']),
    events: listOf(ALARM_EVENTS).optional(),
    userName: z.string().max(64).optional(),
  }),
  data: pageOf(AlarmLogRow),
})

export const listVisitLog = get('/log/visit/list', {
  name: 'logs.visits',
  summary: 'Console pages opened by users. Visibility is as in the user log.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeVisitLog,
  query: z.object({
    ...logQuery(['time', 'loginName', 'path']),
    loginName: z.string().max(64).optional(),
    path: z.string().max(64).optional(),
  }),
  data: pageOf(VisitLogRow),
})

export const addVisit = post('/log/visit/add', {
  name: 'logs.visit',
  summary: 'Reports that the user opened a console page. Changes only the log.',
  origin: 'assumed',
  whenMissing: 'hide',
  // Changes nothing: it is not in the user log.
  writes: false,
  access: ACCESS.signedIn,
  body: z.object({
    path: z.string().refine((path) => ROUTE_PATHS.includes(path), 'must be a route of the console'),
  }),
  data: nothing,
})

export const LOG_CALLS = [listSystemLog, listUserLog, listDeviceLog, listAlarmLog, listVisitLog, addVisit]
