import type { OrderChange, OrderEvent } from '@backlot/contract/work-orders/entities'
import { expect, it } from 'vitest'
import { wasAssignedTo } from './assigned-to.ts'

const ME = 7
const OTHER = 8

const event = (
  action: OrderEvent['action'],
  userId: number,
  changes: readonly OrderChange['field'][] = [],
): OrderEvent => ({
  id: 1,
  time: 1,
  userId,
  userName: '',
  action,
  fromState: 0,
  toState: 1,
  content: '',
  pictures: [],
  changes: changes.map((field) => ({ field, from: '', to: '' })),
})
const order = (assigneeId: number | null, last: OrderEvent) => ({ assigneeId, history: [last] })

it('tells of orders that somebody else gave to the user', () => {
  expect(wasAssignedTo(order(ME, event('assign', OTHER)), ME)).toBe(true)
  expect(wasAssignedTo(order(ME, event('create', OTHER)), ME)).toBe(true)
  expect(wasAssignedTo(order(ME, event('edit', OTHER, ['assignee'])), ME)).toBe(true)
})

it('tells of no other change, of no own one and of no order of somebody else', () => {
  expect(wasAssignedTo(order(ME, event('comment', OTHER)), ME)).toBe(false)
  expect(wasAssignedTo(order(ME, event('edit', OTHER, ['title'])), ME)).toBe(false)
  expect(wasAssignedTo(order(ME, event('assign', ME)), ME)).toBe(false)
  expect(wasAssignedTo(order(OTHER, event('assign', OTHER)), ME)).toBe(false)
})
