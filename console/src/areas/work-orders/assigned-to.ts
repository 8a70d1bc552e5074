import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'

/** Whether the order's last change gave it to this user, and was made by another one. */
export function wasAssignedTo(
  order: Pick<WorkOrderDetail, 'assigneeId' | 'history'>,
  userId: number | undefined,
): boolean {
  const last = order.history.at(-1)
  if (!last || order.assigneeId !== userId || last.userId === userId) return false
  return ['assign', 'create'].includes(last.action) || last.changes.some(({ field }) => field === 'assignee')
}
