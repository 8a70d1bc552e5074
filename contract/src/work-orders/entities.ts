import { z } from 'zod'
import { ORDER_ACTIONS, ORDER_LIMITS, type ORDER_OUTCOMES, ORDER_STATES } from './constants.ts'
export type OrderStateName = keyof typeof ORDER_STATES
export const ORDER_STATE_NAMES = Object.keys(ORDER_STATES) as OrderStateName[]
export type OrderAction = (typeof ORDER_ACTIONS)[number]
export const Priority = z.number().int().min(1).max(4)
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number]

/** Path of an uploaded picture. */
const PicturePath = z.string().regex(/^\/upload\/[a-f0-9]{32}\.(jpg|png)$/)
export const PicturePaths = z.array(PicturePath).max(ORDER_LIMITS.pictures)

/** A work order (fields assumed). Times are seconds since the epoch, platform time. */
export const WorkOrder = z.object({
  id: z.number().int(),
  /** Shown number: WO, the day, a count. */
  number: z.string(),
  title: z.string(),
  content: z.string(),
  state: z.number().int().min(0).max(5),
  priority: Priority,
  /** Grows with every change; a change names the version that it saw. */
  version: z.number().int(),
  /** Device that it is about; empty when it is about a group alone. */
  sn: z.string(),
  devName: z.string(),
  nodeId: z.number().int(),
  nodeName: z.string(),
  /** Of the first alarm it came from; empty for an order made by hand. */
  type: z.string(),
  subType: z.string(),
  /** Alarms that it came from, as far as the caller may see them. */
  alarms: z.number().int(),
  creatorId: z.number().int(),
  creatorName: z.string(),
  assigneeId: z.number().int().nullable(),
  assigneeName: z.string(),
  createTime: z.number().int(),
  updateTime: z.number().int(),
  deadline: z.number().int().nullable(),
  /** When it was rectified; null before, and after it was sent back. */
  doneTime: z.number().int().nullable(),
  closeTime: z.number().int().nullable(),
  comments: z.number().int(),
})
export type WorkOrder = z.infer<typeof WorkOrder>

/** An alarm that an order came from. */
export const OrderAlarm = z.object({
  id: z.number().int(),
  sn: z.string(),
  alarmSeq: z.string(),
  type: z.string(),
  subType: z.string(),
  devName: z.string(),
  startTime: z.number(),
  processingType: z.number().int().nullable(),
  /** Address of its first picture, when it has one. */
  picture: z.string().optional(),
})
export type OrderAlarm = z.infer<typeof OrderAlarm>

/** A field that an edit changed: as text, empty for none. */
export const OrderChange = z.object({
  field: z.enum(['title', 'content', 'priority', 'deadline', 'assignee']),
  from: z.string(),
  to: z.string(),
})
export type OrderChange = z.infer<typeof OrderChange>

/** One line of an order's history: who, when, which action, from which state to which. */
export const OrderEvent = z.object({
  id: z.number().int(),
  time: z.number().int(),
  userId: z.number().int(),
  userName: z.string(),
  action: z.enum(['create', ...ORDER_ACTIONS]),
  /** null when it was created. */
  fromState: z.number().int().nullable(),
  toState: z.number().int(),
  /** Text of the comment. */
  content: z.string(),
  pictures: z.array(z.string()),
  changes: z.array(OrderChange),
})
export type OrderEvent = z.infer<typeof OrderEvent>

export const WorkOrderDetail = WorkOrder.extend({
  alarmList: z.array(OrderAlarm),
  /** Oldest first. */
  history: z.array(OrderEvent),
})
export type WorkOrderDetail = z.infer<typeof WorkOrderDetail>

/** Who can be given an order. */
export const OrderAssignee = z.object({
  userId: z.number().int(),
  name: z.string(),
  loginName: z.string(),
  /** Orders of theirs that are not done yet, as far as the caller may see them. */
  open: z.number().int(),
})
export type OrderAssignee = z.infer<typeof OrderAssignee>

const UNDONE: readonly number[] = [ORDER_STATES.new, ORDER_STATES.assigned, ORDER_STATES.inProgress]

/** Whether an order is past its deadline and not done, at a platform time in seconds. */
export function isOverdue(order: Pick<WorkOrder, 'state' | 'deadline'>, nowSeconds: number): boolean {
  return order.deadline !== null && UNDONE.includes(order.state) && nowSeconds > order.deadline
}
