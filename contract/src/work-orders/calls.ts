import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { ARCHIVED } from '../alarms/calls.ts'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { lines, oneLine } from '../texts.ts'
import { ORDER_LIMITS, ORDER_OUTCOMES } from './constants.ts'
import { OrderAssignee, PicturePaths, Priority, WorkOrder, WorkOrderDetail } from './entities.ts'
import { rectification } from './rectification.ts'

const id = z.number().int()
const seconds = z.coerce.number().int().min(0)
const title = oneLine(1, ORDER_LIMITS.title)
const content = lines(0, ORDER_LIMITS.content)
const deadline = z.number().int().min(0).nullable().describe('seconds; later than now')

const alarmRefs = z
  .array(
    z
      .object({ id: id.optional(), sn: z.string().min(1).max(64), alarmSeq: z.string().min(1).max(64) })
      .loose(),
  )
  .max(ORDER_LIMITS.alarms)
  .default([])

/** Sort fields of orders. */
const ORDER_SORTS = [
  'createTime',
  'updateTime',
  'deadline',
  'doneTime',
  'priority',
  'state',
  'number',
  'title',
  'devName',
  'assigneeName',
  'creatorName',
] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** Codes of a change that is refused. */
const changeCodes = {
  32001: 'somebody changed the order in the meantime (another version)',
  32002: 'the order is not in a state for that',
  32003: 'that is for the creator, the assignee or an administrator',
}

/** Filters of a list or a report. */
const orderFilter = {
  nodeId: z.coerce.number().int().optional().describe('group id: only orders below it'),
  groupId: z.coerce.number().int().optional().describe('group id, without subgroups'),
  type: z.string().max(64).optional().describe('type of the first alarm; hand: created by hand'),
  subType: z.string().max(64).optional(),
  assigneeId: z.coerce.number().int().optional().describe('0: not assigned'),
}

export const listWorkOrders = get('/wos/api/work/order/list', {
  name: 'workOrders.list',
  summary:
    'Work orders of devices and groups that the caller may see, newest first unless sorted otherwise, with the counts of the quick filters. The span can have any length.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeOrders,
  query: z.object({
    ...pageQuery(50, 500),
    states: z
      .string()
      .regex(/^[0-5](,[0-5])*$/)
      .optional()
      .describe('comma-separated'),
    mine: z.enum(['assigned', 'created']).optional(),
    outcome: z.enum(ORDER_OUTCOMES).optional(),
    priority: z.coerce.number().int().min(1).max(4).optional(),
    ...orderFilter,
    sn: z.string().max(64).optional(),
    text: z.string().max(64).optional().describe('part of number, title or device name'),
    startTime: seconds.optional().describe('created at or after'),
    endTime: seconds.optional().describe('created at or before'),
    sort: z.enum(ORDER_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(WorkOrder).extend({
    /** Of all orders that the caller may see, whatever is filtered. */
    counts: z.object({
      /** Not done yet: new, assigned, in progress. */
      open: z.number().int(),
      /** Of those: given to the caller, past their deadline, given to nobody. */
      mine: z.number().int(),
      overdue: z.number().int(),
      unassigned: z.number().int(),
      /** Done or rejected, and the caller's to close. */
      toClose: z.number().int(),
    }),
  }),
})

export const getWorkOrder = get('/wos/api/work/order/get', {
  name: 'workOrders.get',
  summary: 'One order with its alarms and its history, by its id or the id of an alarm.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeOrders,
  query: z.object({
    id: z.coerce.number().int().optional(),
    alarmId: z.coerce.number().int().optional(),
  }),
  data: WorkOrderDetail,
})

export const addWorkOrder = post('/wos/api/work/order/add', {
  name: 'workOrders.add',
  summary:
    'Creates an order by hand: for alarms processed as confirmed (5) without an order (their processing type becomes 100), or for a device, or for a group. With an assignee it starts as assigned. Without a deadline it gets one by its priority.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.createWorkOrder,
  idempotencyKey: true,
  body: z.object({
    title,
    content: content.default(''),
    priority: Priority.default(3),
    deadline: deadline.optional(),
    assigneeId: id.optional(),
    alarms: alarmRefs,
    sn: z.string().min(1).max(64).optional(),
    nodeId: id.optional(),
    pictures: PicturePaths.default([]),
  }),
  data: z.object({
    id,
    number: z.string(),
    undoUntil: z
      .number()
      .optional()
      .describe(
        'until when (platform time, seconds) /wos/api/work/order/withdraw is possible; absent if the platform cannot withdraw orders',
      ),
  }),
  codes: ARCHIVED,
})

export const withdrawWorkOrder = post('/wos/api/work/order/withdraw', {
  name: 'workOrders.withdraw',
  summary:
    'Withdraws an order that the caller created within the last ten seconds of platform time, as long as nobody has done anything about it: it is removed, and its alarms are confirmed without an order. Those named in alarms, which the caller confirmed for it, return to their state before that.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.createWorkOrder,
  idempotencyKey: true,
  body: z.object({ id, alarms: alarmRefs }),
  data: nothing,
  codes: {
    32004:
      'not created by the caller, more than ten seconds ago, or somebody did something about the order or its alarms; msg contains the user and the time',
    ...ARCHIVED,
  },
})

export const updateWorkOrder = post('/wos/api/work/order/update', {
  name: 'workOrders.update',
  summary: 'Changes a work order. Only its creator and administrators can, until it is completed.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'scope',
  access: ACCESS.handleOrders,
  idempotencyKey: true,
  body: z.object({
    id,
    version: z.number().int().describe('version that the change is based on'),
    title: title.optional(),
    content: content.optional(),
    priority: Priority.optional(),
    deadline: deadline.optional(),
  }),
  data: z.object({ version: z.number().int() }),
  codes: changeCodes,
})

export const stepWorkOrder = post('/wos/api/work/order/step', {
  name: 'workOrders.step',
  summary:
    'Takes a step of an order: take, assign (to assigneeId), start, finish, sendBack, close, reject. finish, sendBack and reject need a text.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'scope',
  access: ACCESS.handleOrders,
  idempotencyKey: true,
  body: z.object({
    id,
    version: z.number().int().describe('version that the change is based on'),
    action: z.enum(['take', 'assign', 'start', 'finish', 'sendBack', 'close', 'reject']),
    assigneeId: id.optional(),
    content: content.default(''),
    pictures: PicturePaths.default([]),
  }),
  data: z.object({ version: z.number().int(), state: z.number().int() }),
  codes: changeCodes,
})

export const commentWorkOrder = post('/wos/api/work/order/comment/add', {
  name: 'workOrders.comment',
  summary: 'Adds a comment to an order: a text, uploaded pictures or both. Needs no version.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'scope',
  access: ACCESS.handleOrders,
  idempotencyKey: true,
  body: z.object({ id, content: content.default(''), pictures: PicturePaths.default([]) }),
  data: z.object({ version: z.number().int() }),
  codes: changeCodes,
})

export const listOrderAssignees = get('/wos/api/work/order/assignee/list', {
  name: 'workOrders.assignees',
  summary:
    'Accounts that an order for a device or a group can be assigned to: they may handle orders and see it. Without device and group: for anything that the caller sees.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.createWorkOrder,
  query: z.object({
    sn: z.string().max(64).optional(),
    nodeId: z.coerce.number().int().optional(),
  }),
  data: z.object({ list: z.array(OrderAssignee) }),
})

export const WORK_ORDER_CALLS = [
  listWorkOrders,
  getWorkOrder,
  addWorkOrder,
  withdrawWorkOrder,
  updateWorkOrder,
  stepWorkOrder,
  commentWorkOrder,
  listOrderAssignees,
  rectification,
]
