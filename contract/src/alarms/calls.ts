import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { Alarm, AlarmTypeNode } from './entities.ts'

const seconds = z.coerce.number().int().min(0)

export const listAlarms = get('/alarm/list', {
  name: 'alarms.list',
  summary:
    'Alarms that started in a span of at most 24 hours, newest first unless sorted otherwise. after asks for alarms with a larger cursor, oldest first, whatever their time.',
  origin: 'stated',
  access: ACCESS.seeAlarms,
  query: z.object({
    startTime: seconds.optional(),
    endTime: seconds.optional(),
    ...pageQuery(LIMITS.alarmListPageSize, 1000),
    sn: z.string().max(64).optional(),
    devName: z.string().max(64).optional(),
    type: z.string().max(64).optional(),
    subType: z.string().max(64).optional(),
    nodeId: z.coerce.number().int().optional().describe('group: only devices below it'),
    processed: z.coerce.number().int().min(0).max(1).optional(),
    isRead: z.coerce.number().int().min(0).max(1).optional(),
    alarmSource: z.coerce.number().int().min(0).max(1).optional(),
    sort: z.enum(['startTime', 'devName', 'type', 'processingTime']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    after: z.coerce.number().int().min(0).optional(),
    next: z
      .string()
      .max(400)
      .optional()
      .describe(
        'paging mark of the page before: asks for what follows it, at any depth, in place of currentPage. It carries its sorting; naming another one is refused',
      ),
  }),
  data: pageOf(Alarm).extend({
    /** Newest cursor that the answer knows of (with after: where to go on). */
    cursor: z.number().int().optional(),
    /** Paging mark for the next page; absent on the last one. */
    next: z.string().optional(),
  }),
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

export const shieldList = get('/alarm/shield/list', {
  name: 'alarms.shieldList',
  summary: "The own shield list: comma-separated 'type' or 'type-subType'.",
  origin: 'stated',
  access: ACCESS.seeAlarms,
  query: emptyQuery,
  data: z.object({ shieldList: z.string() }),
})

export const updateShieldList = post('/alarm/shield/update', {
  name: 'alarms.updateShieldList',
  summary: 'Replaces the own shield list.',
  origin: 'assumed',
  whenMissing: 'disable',
  access: ACCESS.shieldAlarms,
  body: z.object({
    shieldList: z
      .string()
      .max(4000)
      .regex(/^$|^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$/),
  }),
  data: nothing,
})

/** An alarm as calls name it: by device and sequence, and by id when known. */
const AlarmRef = z.object({
  id: z.number().int().optional(),
  sn: z.string().min(1).max(64),
  alarmSeq: z.string().min(1).max(64),
})

export const processAlarms = post('/alarm/processing', {
  name: 'alarms.process',
  summary:
    'Processes alarms, all or none. autoNewCross tells that the console should ask for work orders (type 5 only).',
  origin: 'stated',
  access: ACCESS.handleAlarms,
  idempotencyKey: true,
  body: z.object({
    list: z.array(AlarmRef.loose()).min(1).max(1000),
    type: z.union([z.number().int().min(0).max(5), z.literal(100)]),
    content: z.string().max(255).default(''),
  }),
  data: z.object({ autoNewCross: z.boolean() }),
  codes: { 31001: 'already processed', 31002: 'a manual snapshot cannot be processed' },
})

export const autoNewCross = post('/wos/api/work/order/autoNewCross', {
  name: 'workOrders.autoNewCross',
  summary: 'Creates work orders for alarms that were processed with 5; their processing type becomes 100.',
  origin: 'stated',
  access: ACCESS.createWorkOrder,
  idempotencyKey: true,
  body: z.object({ list: z.array(AlarmRef.loose()).min(1).max(1000) }),
  data: z.object({ created: z.number().int() }).partial(),
})

export const changeReadState = post('/alarm/changeReadState', {
  name: 'alarms.changeReadState',
  summary: 'Marks alarms as read.',
  origin: 'stated',
  access: ACCESS.seeAlarms,
  body: z.object({ list: z.array(AlarmRef.loose()).min(1).max(2000) }),
  data: nothing,
})

export const changeAlarmType = post('/alarm/changeType', {
  name: 'alarms.changeType',
  summary: 'Gives an alarm another type.',
  origin: 'stated',
  access: ACCESS.handleAlarms,
  body: z.object({
    id: z.number().int(),
    sn: z.string().min(1).max(64),
    type: z.string().min(1).max(64).regex(LIMITS.alarmTypePattern),
    subType: z.string().min(1).max(64).regex(LIMITS.alarmTypePattern).optional(),
  }),
  data: nothing,
  codes: { 31002: 'a manual snapshot cannot be edited' },
})

/** The picture or clip of an alarm, rendered when asked. */
export const alarmPicture = get('/alarm/picture/:id/:index', {
  name: 'alarms.picture',
  summary: 'A picture of an alarm (JPEG).',
  origin: 'assumed',
  access: ACCESS.seeAlarms,
  params: z.object({ id: z.coerce.number().int(), index: z.coerce.number().int().min(0).max(15) }),
  query: emptyQuery,
  data: z.unknown(),
  raw: { reply: 'image/jpeg' },
})

export const ALARM_CALLS = [
  listAlarms,
  getAlarm,
  alarmTypes,
  shieldList,
  updateShieldList,
  processAlarms,
  autoNewCross,
  changeReadState,
  changeAlarmType,
  alarmPicture,
]
