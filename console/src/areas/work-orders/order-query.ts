import type { QueryIn } from '@backlot/contract/call'
import type { listWorkOrders } from '@backlot/contract/work-orders/calls'
import { ORDER_OUTCOMES } from '@backlot/contract/work-orders/constants'
import type { FilterValues } from '../../features/table-screen/filter-types.ts'

type OrderQuery = QueryIn<typeof listWorkOrders>

/** Quick filters for the most frequent queries. */
export const ORDER_VIEWS = ['open', 'mine', 'overdue', 'unassigned', 'toClose'] as const
type OrderView = (typeof ORDER_VIEWS)[number]

const UNDONE = '0,1,2'
const VIEW_QUERY: Readonly<Record<OrderView, OrderQuery>> = {
  open: { states: UNDONE },
  mine: { mine: 'assigned', states: UNDONE },
  overdue: { outcome: 'overdue' },
  unassigned: { assigneeId: 0, states: UNDONE },
  toClose: { mine: 'created', states: '3,5' },
}

/** Query of the list's filters. A filter that is set by itself takes precedence over the quick one's. */
export function orderQuery(filters: FilterValues): OrderQuery {
  const { view, states, priority, nodeId, groupId, assigneeId, outcome, kind, created, text } = filters
  const [type, subType] = kind?.split('~') ?? []
  const [startTime, endTime] = created?.split('-').map(Number) ?? []
  const quick = ORDER_VIEWS.find((name) => name === view)
  return {
    ...(quick && VIEW_QUERY[quick]),
    ...(states && { states }),
    ...(priority && { priority: Number(priority) }),
    ...(nodeId && { nodeId: Number(nodeId) }),
    ...(groupId && { groupId: Number(groupId) }),
    ...(assigneeId && { assigneeId: Number(assigneeId) }),
    ...(isOutcome(outcome) && { outcome }),
    ...(type && { type }),
    ...(subType && { subType }),
    ...(startTime && endTime && { startTime, endTime }),
    ...(text && { text }),
  }
}

function isOutcome(value: string | undefined): value is (typeof ORDER_OUTCOMES)[number] {
  return ORDER_OUTCOMES.some((outcome) => outcome === value)
}
