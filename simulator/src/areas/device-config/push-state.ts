import type { EXECUTION_STATES, PushPlan } from '@backlot/contract/device-config/entities'
import { toCivil } from '@backlot/contract/time'

/**
 * Whether a channel is being pushed at a moment: its plan's hours of a weekday. A span that ends before it begins goes
 * over midnight and counts to the day on which it began.
 */
export function pushState(plan: PushPlan | undefined, atMs: number): (typeof EXECUTION_STATES)[number] {
  if (!plan) return 'completed'
  const { weekday, hour, minute } = toCivil(atMs)
  const now = hour * 60 + minute
  const { fromMinute, toMinute, weekdays } = plan
  const yesterday = (weekday + 6) % 7
  const within =
    fromMinute < toMinute
      ? weekdays.includes(weekday) && now >= fromMinute && now < toMinute
      : (weekdays.includes(weekday) && now >= fromMinute) || (weekdays.includes(yesterday) && now < toMinute)
  return within ? 'executing' : 'completed'
}
