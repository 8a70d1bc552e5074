import { type EXECUTION_STATES, PUSH_AT_ONCE } from '@backlot/contract/device-config/constants'
import type { PushPlan, PushWork } from '@backlot/contract/device-config/entities'
import { toCivil } from '@backlot/contract/time'

/** Whether a work is executed at a moment: at once, or within the hours of its plan, which are of the platform's zone. */
export function pushState(
  { planId }: Pick<PushWork, 'planId'>,
  plans: readonly PushPlan[],
  atMs: number,
  zoneMinutes: number,
): (typeof EXECUTION_STATES)[number] {
  if (planId === PUSH_AT_ONCE) return 'executing'
  const plan = plans.find(({ id }) => id === planId)
  return plan && isWithin(plan, atMs, zoneMinutes) ? 'executing' : 'completed'
}

/** A plan's hours of a weekday. A span that ends before it begins goes over midnight and counts to the day on which it began. */
function isWithin({ fromMinute, toMinute, weekdays }: PushPlan, atMs: number, zoneMinutes: number): boolean {
  const { weekday, hour, minute } = toCivil(atMs, zoneMinutes)
  const now = hour * 60 + minute
  const yesterday = (weekday + 6) % 7
  return fromMinute < toMinute
    ? weekdays.includes(weekday) && now >= fromMinute && now < toMinute
    : (weekdays.includes(weekday) && now >= fromMinute) || (weekdays.includes(yesterday) && now < toMinute)
}
