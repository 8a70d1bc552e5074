import {
  ORDER_STATE_NAMES,
  type OrderStateName,
  type WorkOrder,
} from '@backlot/contract/work-orders/entities'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Translate } from '../../language/language.ts'

export type OrderText = Translate<'workOrders'>

/** Name of a state; a state that this console does not know is shown as new. */
export function stateName(state: number): OrderStateName {
  return ORDER_STATE_NAMES[state] ?? 'new'
}

type PriorityName = 'urgent' | 'high' | 'normal' | 'low'
const PRIORITY_NAMES = ['urgent', 'high', 'normal', 'low'] as const

export function priorityName(priority: number): PriorityName {
  return PRIORITY_NAMES[priority - 1] ?? 'normal'
}

/** Kind of the alarm that it came from, or that it was made by hand. */
export function kindName(
  order: Pick<WorkOrder, 'type' | 'subType'>,
  types: AlarmTypes,
  t: OrderText,
): string {
  return order.type === '' ? t('byHand') : types.nameOf(order.type, order.subType)
}

/** A span as days, hours and minutes, the two largest of them. */
export function spanText(seconds: number, t: OrderText): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (d > 0) return t('span.days', { d, h })
  return h > 0 ? t('span.hours', { h, m }) : t('span.minutes', { m })
}
