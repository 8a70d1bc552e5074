import type { OrderOutcome } from '@backlot/contract/work-orders/entities'

/** Alarms behind a number of the report. */
export type Counted = {
  startTime: number
  endTime: number
  outcome?: OrderOutcome | undefined
  /** Group that the whole report is narrowed to. */
  nodeId?: number | undefined
  /** A row's own group, kind or person. */
  groupId?: number | undefined
  kind?: { type: string; subType: string } | undefined
  assigneeId?: number | undefined
}

/** The list of exactly the orders that a number of the report counts. */
export function ordersPath(counted: Counted): string {
  const { startTime, endTime, outcome, nodeId, groupId, kind, assigneeId } = counted
  const search = new URLSearchParams({ created: `${startTime}-${endTime}` })
  if (outcome !== undefined) search.set('outcome', outcome)
  if (nodeId !== undefined) search.set('nodeId', String(nodeId))
  if (groupId !== undefined) search.set('groupId', String(groupId))
  if (assigneeId !== undefined) search.set('assigneeId', String(assigneeId))
  if (kind) search.set('kind', kindText(kind))
  return `/earlyWarningData/workOrderList?${search}`
}

function kindText({ type, subType }: { type: string; subType: string }): string {
  if (type === '') return 'hand'
  return subType === '' ? type : `${type}~${subType}`
}
