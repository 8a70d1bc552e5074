import type { RectificationSums } from '@backlot/contract/work-orders/rectification'

/** Share of the problems that were put right, of all that were not rejected; undefined when there are none. */
export function doneRate({ orders, rejected, inTime, late }: RectificationSums): number | undefined {
  return orders === rejected ? undefined : (inTime + late) / (orders - rejected)
}

/** Share that was put right in time, of those whose time is up or who are done; undefined when there are none. */
export function inTimeRate({ inTime, late, overdue }: RectificationSums): number | undefined {
  const due = inTime + late + overdue
  return due === 0 ? undefined : inTime / due
}
