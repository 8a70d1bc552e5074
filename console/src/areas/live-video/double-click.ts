import { LIMITS } from '@backlot/contract/limits'

let last: { id: number; at: number } | undefined

/** Whether this click is the second on the same window within 200 ms (stated). `at` in milliseconds. */
export function isDoubleClick(id: number, at: number): boolean {
  const double = last?.id === id && at - last.at <= LIMITS.videoDoubleClickMs
  last = double ? undefined : { id, at }
  return double
}
