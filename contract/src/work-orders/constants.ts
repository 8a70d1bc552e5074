/** States of a work order (stated by name, numbers assumed). */
export const ORDER_STATES = {
  new: 0,
  assigned: 1,
  inProgress: 2,
  done: 3,
  closed: 4,
  rejected: 5,
} as const

/** Actions on an order (assumed). `edit` and `comment` leave the state as it is. */
export const ORDER_ACTIONS = [
  'take',
  'assign',
  'start',
  'finish',
  'sendBack',
  'close',
  'reject',
  'edit',
  'comment',
] as const

/** Priorities (assumed): as an alarm's level, 1 urgent … 4 low. */
export const ORDER_PRIORITIES = [1, 2, 3, 4] as const

/** Hours from creation to the deadline that an order gets when none is named (assumed). */
export const DEADLINE_HOURS: Readonly<Record<number, number>> = { 1: 4, 2: 8, 3: 24, 4: 72 }

/** Assumed limits of an order's texts. */
export const ORDER_LIMITS = { title: 64, content: 500, pictures: 6, alarms: 200 } as const

/**
 * Outcomes of an order by now (assumed): rectified by the deadline, later, still open within it, open past it, or
 * rejected. Every order has exactly one of them.
 */
export const ORDER_OUTCOMES = ['inTime', 'late', 'open', 'overdue', 'rejected'] as const
