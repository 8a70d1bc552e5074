import { ORDER_STATES } from './constants.ts'
import type { OrderAction, OrderStateName, WorkOrder } from './entities.ts'

/** Part that somebody has in an order. An administrator is a user of type 0. */
type OrderPart = 'creator' | 'assignee' | 'administrator' | 'anybody'

type OrderStep = {
  from: readonly OrderStateName[]
  /** Left out: the state stays. */
  to?: OrderStateName
  who: readonly OrderPart[]
  /** A reason, or a report of the work, is required. */
  needsContent?: true
}

const UNDONE: readonly OrderStateName[] = ['new', 'assigned', 'inProgress']

/**
 * The states of a work order (assumed): transitions of each action, and who may take it. Anybody means all who may
 * handle orders and see this one.
 */
export const ORDER_STEPS: Readonly<Record<OrderAction, OrderStep>> = {
  take: { from: ['new'], to: 'assigned', who: ['anybody'] },
  assign: { from: [...UNDONE, 'rejected'], to: 'assigned', who: ['creator', 'administrator'] },
  start: { from: ['assigned'], to: 'inProgress', who: ['assignee', 'administrator'] },
  finish: { from: ['inProgress'], to: 'done', who: ['assignee', 'administrator'], needsContent: true },
  sendBack: { from: ['done'], to: 'inProgress', who: ['creator', 'administrator'], needsContent: true },
  close: { from: ['done', 'rejected'], to: 'closed', who: ['creator', 'administrator'] },
  reject: {
    from: UNDONE,
    to: 'rejected',
    who: ['assignee', 'creator', 'administrator'],
    needsContent: true,
  },
  edit: { from: [...UNDONE, 'rejected'], who: ['creator', 'administrator'] },
  comment: { from: [...UNDONE, 'done', 'rejected'], who: ['anybody'] },
}

export type OrderViewer = { userId: number; isAdministrator: boolean }

/** Why somebody may not take a step: the order is not in a state for it, or it is for others. */
type StepRefusal = 'state' | 'right'

/** Why a step is refused; undefined when it may be taken. */
export function stepRefusal(
  order: Pick<WorkOrder, 'state' | 'creatorId' | 'assigneeId'>,
  action: OrderAction,
  viewer: OrderViewer,
): StepRefusal | undefined {
  const step = ORDER_STEPS[action]
  if (!step.from.some((state) => ORDER_STATES[state] === order.state)) return 'state'
  const has: Record<OrderPart, boolean> = {
    anybody: true,
    administrator: viewer.isAdministrator,
    creator: order.creatorId === viewer.userId,
    assignee: order.assigneeId === viewer.userId,
  }
  return step.who.some((part) => has[part]) ? undefined : 'right'
}

/** The state after a step. */
export function stateAfter(action: OrderAction, state: number): number {
  const { to } = ORDER_STEPS[action]
  return to === undefined ? state : ORDER_STATES[to]
}
