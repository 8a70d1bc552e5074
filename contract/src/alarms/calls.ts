import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { lines } from '../texts.ts'
import { Alarm, AlarmHistoryEntry, AlarmResult, AlarmTypeNode } from './entities.ts'
import { alarmFilterQuery } from './filter-query.ts'
import { ALARM_STATISTICS_CALLS } from './statistics-calls.ts'

const seconds = z.coerce.number().int().min(0)

export const listAlarms = get('/alarm/list', {
  name: 'alarms.list',
  summary:
    'Alarms that started in a span of at most 24 hours, newest first unless sorted otherwise. after requests alarms with a larger cursor, oldest first, of any time.',
  origin: 'stated',
  access: ACCESS.seeAlarms,
  query: z.object({
    startTime: seconds.optional(),
    endTime: seconds.optional(),
    ...pageQuery(LIMITS.alarmListPageSize, 1000),
    ...alarmFilterQuery,
    sort: z.enum(['startTime', 'devName', 'type', 'processingTime']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    after: z.coerce.number().int().min(0).optional(),
    next: z
      .string()
      .max(400)
      .optional()
      .describe(
        '`next` of the previous page: requests the rows after it, at any depth, instead of currentPage. It includes the sorting; another sorting is refused',
      ),
  }),
  data: pageOf(Alarm).extend({
    /** Newest cursor that the answer knows of (with after: where to continue). */
    cursor: z.number().int().optional(),
    /** Paging mark for the next page; absent on the last one. */
    next: z.string().optional(),
  }),
})

export const exportAlarms = get('/alarm/export', {
  name: 'alarms.export',
  summary: 'Alarms that started in a span of at most 7 days, in pages, as in the list.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.seeAlarms,
  query: listAlarms.query.omit({ after: true }),
  data: listAlarms.data,
})

export const getAlarm = get('/alarm/get', {
  name: 'alarms.get',
  summary: 'One alarm by id, or by device and sequence.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.seeAlarms,
  query: z.object({
    id: z.coerce.number().int().optional(),
    sn: z.string().max(64).optional(),
    alarmSeq: z.string().max(64).optional(),
  }),
  data: Alarm,
})

export const alarmTypes = get('/alarm/type/list', {
  name: 'alarmTypes.list',
  summary: 'The alarm type tree, flat.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: emptyQuery,
  data: z.object({ list: z.array(AlarmTypeNode) }),
})

/** Comma-separated 'type' or 'type-subType' (stated), or empty. */
export const ShieldList = z
  .string()
  .max(4000)
  .regex(/^$|^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/)

export const shieldList = get('/alarm/shield/list', {
  name: 'alarms.shieldList',
  summary: "The caller's shield list: comma-separated 'type' or 'type-subType'.",
  origin: 'stated',
  access: ACCESS.seeAlarms,
  query: emptyQuery,
  data: z.object({ shieldList: z.string() }),
})

export const updateShieldList = post('/alarm/shield/update', {
  name: 'alarms.updateShieldList',
  summary: "Replaces the caller's shield list.",
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'own',
  access: ACCESS.shieldAlarms,
  body: z.object({
    shieldList: ShieldList,
  }),
  data: nothing,
})

/** Refusal of changes, assumed. */
export const ARCHIVED = { 31007: 'only the archive has the alarm: it cannot be changed any more' }

/** An alarm as calls name it: by device and sequence, and by id when known. */
const AlarmRef = z.object({
  id: z.number().int().optional(),
  sn: z.string().min(1).max(64),
  alarmSeq: z.string().min(1).max(64),
})

/**
 * Assumed: without it a bulk call does all or nothing; with it, possible changes are made and every row has its result.
 */
const each = z.boolean().default(false)

export const processAlarms = post('/alarm/processing', {
  name: 'alarms.process',
  summary:
    'Processes alarms, all or none; with each (assumed) as many as possible, in one transaction, with a result for every row. A row can contain the processing that its sender knows (the processing fields of an alarm object): it is refused if somebody else has processed the alarm meanwhile, and counts as done if the sender has processed it in the same way (assumed). autoNewCross tells the console to request work orders (type 5 only).',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.handleAlarms,
  idempotencyKey: true,
  body: z.object({
    list: z
      .array(
        AlarmRef.extend({
          processingType: z.number().int().nullable().optional(),
          processingId: z.number().int().nullable().optional(),
          processingTime: z.number().nullable().optional(),
        }).loose(),
      )
      .min(1)
      .max(1000),
    type: z.union([z.number().int().min(0).max(5), z.literal(100)]),
    content: lines(0, 255).default(''),
    each,
  }),
  data: z.object({
    autoNewCross: z.boolean(),
    /** With each: one for every entry of the list, in its order. */
    results: z.array(AlarmResult).optional(),
    undoUntil: z
      .number()
      .optional()
      .describe(
        'assumed: until when (platform time, seconds) /alarm/processing/undo is possible; absent if the platform has no undo',
      ),
  }),
  codes: {
    31001: 'already processed; msg contains the user and the time',
    31002: 'a manual snapshot cannot be processed',
    31003: 'processed by somebody else meanwhile; msg contains the user and the time',
    ...ARCHIVED,
  },
})

export const undoProcessing = post('/alarm/processing/undo', {
  name: 'alarms.undoProcessing',
  summary:
    'Undoes processing by the caller within the last ten seconds of platform time, all or none; with each, as many as possible. The alarms return to their previous state. An automatically created work order is removed, unless someone has changed it.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.handleAlarms,
  idempotencyKey: true,
  body: z.object({ list: z.array(AlarmRef.loose()).min(1).max(1000), each }),
  data: z.object({ results: z.array(AlarmResult).optional() }),
  codes: {
    31006:
      'not processed by the caller, more than ten seconds ago, or changed by somebody else; msg contains the user and the time',
    ...ARCHIVED,
  },
})

export const autoNewCross = post('/wos/api/work/order/autoNewCross', {
  name: 'workOrders.autoNewCross',
  summary: 'Creates work orders for alarms processed with 5; their processing type becomes 100.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.createWorkOrder,
  idempotencyKey: true,
  body: z.object({ list: z.array(AlarmRef.loose()).min(1).max(1000) }),
  data: z.object({ created: z.number().int() }).partial(),
  codes: ARCHIVED,
})

export const changeReadState = post('/alarm/changeReadState', {
  name: 'alarms.changeReadState',
  summary: 'Marks alarms as read, all or none; with each (assumed) all that exist.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.seeAlarms,
  body: z.object({ list: z.array(AlarmRef.loose()).min(1).max(2000), each }),
  data: z.object({ results: z.array(AlarmResult).optional() }).loose(),
  codes: ARCHIVED,
})

export const respondToAlarm = post('/alarm/respond', {
  name: 'alarms.respond',
  summary:
    'Responds to an unprocessed alarm: all users see the responder, and it counts as read. The first responder gets it; takeOver takes it over from a colleague.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.handleAlarms,
  body: AlarmRef.extend({ takeOver: z.boolean().default(false) }),
  data: nothing,
  codes: {
    31001: 'already processed; msg contains the user and the time',
    31002: 'a manual snapshot cannot be processed',
    31005: 'somebody else is responding; msg contains the user and the time',
    ...ARCHIVED,
  },
})

export const auditAlarms = post('/alarm/audit', {
  name: 'alarms.audit',
  summary:
    'Marks processed alarms as audited, all or none; with each as many as possible. Only user type 0 can audit alarms that they processed themselves. Processing an alarm again resets it to not reviewed.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.handleAlarms,
  body: z.object({ list: z.array(AlarmRef.loose()).min(1).max(1000), each }),
  data: z.object({ results: z.array(AlarmResult).optional() }),
  codes: {
    31002: 'a manual snapshot cannot be audited',
    31004: 'not processed yet, or processed by the caller',
    ...ARCHIVED,
  },
})

export const alarmHistory = get('/alarm/history', {
  name: 'alarms.history',
  summary: 'The actions on an alarm, newest first: who, when, and what changed.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarms,
  query: z.object({ id: z.coerce.number().int() }),
  data: z.object({ list: z.array(AlarmHistoryEntry) }),
})

export const changeAlarmType = post('/alarm/changeType', {
  name: 'alarms.changeType',
  summary: 'Changes the type of an alarm.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.handleAlarms,
  body: z.object({
    id: z.number().int(),
    sn: z.string().min(1).max(64),
    type: z.string().min(1).max(64).regex(LIMITS.alarmTypePattern),
    subType: z.string().min(1).max(64).regex(LIMITS.alarmTypePattern).optional(),
  }),
  data: nothing,
  codes: { 31002: 'a manual snapshot cannot be edited', ...ARCHIVED },
})

/** The picture or clip of an alarm, rendered when asked. */
export const alarmPicture = get('/alarm/picture/:id/:index', {
  name: 'alarms.picture',
  summary: 'A picture (JPEG) or clip (MP4) of an alarm, by its index in the resources.',
  origin: 'assumed',
  access: ACCESS.seeAlarms,
  params: z.object({ id: z.coerce.number().int(), index: z.coerce.number().int().min(0).max(15) }),
  query: z.object({
    width: z.coerce
      .number()
      .int()
      .min(160)
      .max(1920)
      .optional()
      .describe('pixels of a picture for lists (assumed); a platform may answer the full one'),
  }),
  data: z.unknown(),
  raw: { reply: 'image/jpeg, video/mp4', parts: true },
  codes: { 404: 'no such picture, or its camera was removed', 503: 'no encoder available for a clip' },
})

export const ALARM_CALLS = [
  listAlarms,
  exportAlarms,
  getAlarm,
  alarmTypes,
  shieldList,
  updateShieldList,
  processAlarms,
  undoProcessing,
  autoNewCross,
  changeReadState,
  respondToAlarm,
  auditAlarms,
  alarmHistory,
  changeAlarmType,
  alarmPicture,
  ...ALARM_STATISTICS_CALLS,
]
