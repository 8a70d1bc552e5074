import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'
import { pageOf, pageQuery } from '../envelope.ts'
import { alarmFilterQuery } from './filter-query.ts'

const seconds = z.coerce.number().int().min(0).max(9_999_999_999)

/** Thirty days up to now by default, at most the 180 days that are kept. */
const range = { startTime: seconds.optional(), endTime: seconds.optional() }

/** Times from the start of an alarm to its processing, over those that were processed; seconds. */
export const ResponseTimes = z.object({
  count: z.number().int(),
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
})
export type ResponseTimes = z.infer<typeof ResponseTimes>

/** Numbers of alarms by kind. */
export const AlarmTally = z.object({
  total: z.number().int(),
  /** Nobody has processed them. */
  open: z.number().int(),
  unread: z.number().int(),
  /** Not ended. */
  ongoing: z.number().int(),
  /** Level 1. */
  grave: z.number().int(),
})
export type AlarmTally = z.infer<typeof AlarmTally>

const share = { total: z.number().int(), open: z.number().int() }

export const alarmStatistics = get('/alarm/statistics', {
  name: 'alarms.statistics',
  summary:
    'Alarms of a span by time, type, level, state, source, processing, group, device and response time. Filters and counts match those of the list.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarms,
  query: z.object({
    ...alarmFilterQuery,
    ...range,
    step: z.enum(['hour', 'day']).optional().describe('default: hours up to two days, otherwise days'),
  }),
  data: z.object({
    startTime: z.number().int(),
    endTime: z.number().int(),
    step: z.enum(['hour', 'day']),
    sum: AlarmTally,
    /** Devices that had any. */
    devices: z.number().int(),
    response: ResponseTimes,
    /** One for each class of RESPONSE_CLASSES and one above. */
    responseClasses: z.array(z.number().int()),
    /** Every hour or civil day of the span; the first and the last may be parts. Numbers by level 1 to 4. */
    series: z.array(z.object({ time: z.number().int(), ...share, levels: z.array(z.number().int()) })),
    types: z.array(z.object({ type: z.string(), subType: z.string(), level: z.number().int(), ...share })),
    levels: z.array(z.object({ level: z.number().int(), ...share })),
    sources: z.array(z.object({ alarmSource: z.number().int(), ...share })),
    processing: z.array(z.object({ processingType: z.number().int().nullable(), total: z.number().int() })),
    /** By hour of the day, 0 to 23. */
    hours: z.array(z.number().int()),
    topDevices: z.array(z.object({ sn: z.string(), name: z.string(), ...share })),
  }),
})

export const ALARM_SUM_BYS = [
  'type',
  'subType',
  'level',
  'group',
  'device',
  'processor',
  'hour',
  'day',
] as const
export type AlarmSumBy = (typeof ALARM_SUM_BYS)[number]

/** Sort fields of sums. */
const ALARM_SUM_SORTS = [
  'key',
  'name',
  'total',
  'open',
  'unread',
  'ongoing',
  'grave',
  'mean',
  'median',
  'p90',
] as const

/** The alarms of one type, group, device, processor, hour or day. */
export const AlarmSum = AlarmTally.extend({
  /** Type, type-subType, level, id of the group, serial number, name of the processor, or start in seconds. */
  key: z.string(),
  /** Shown name: of groups and devices in the language of the request, else the key. */
  name: z.string(),
  type: z.string().optional(),
  subType: z.string().optional(),
  /** The devices of the requested group itself, without those below it. */
  own: z.boolean().optional(),
  response: ResponseTimes,
})
export type AlarmSum = z.infer<typeof AlarmSum>

export const alarmSums = get('/alarm/statistics/list', {
  name: 'alarms.sums',
  summary:
    'Alarms of a span summed by one property, a row for each value. Groups are those below the requested one, including their subgroups; hours and days without an alarm have no row.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarms,
  query: z.object({
    ...alarmFilterQuery,
    ...range,
    ...pageQuery(50, 1000),
    by: z.enum(ALARM_SUM_BYS),
    sort: z.enum(ALARM_SUM_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(AlarmSum),
})

export const ALARM_STATISTICS_CALLS = [alarmStatistics, alarmSums]
