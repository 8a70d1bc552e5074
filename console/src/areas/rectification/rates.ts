import type { RectificationSums } from '@backlot/contract/work-orders/rectification'

/** Share of rectified problems, of all that were not rejected; undefined when there are none. */
export function doneRate({ orders, rejected, inTime, late }: RectificationSums): number | undefined {
  return orders === rejected ? undefined : (inTime + late) / (orders - rejected)
}

/** Share rectified in time, of those whose time is up or that are done; undefined when there are none. */
export function inTimeRate({ inTime, late, overdue }: RectificationSums): number | undefined {
  const due = inTime + late + overdue
  return due === 0 ? undefined : inTime / due
}
