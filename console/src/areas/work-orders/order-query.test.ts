import { listWorkOrders } from '@backlot/contract/work-orders/calls'
import { expect, test } from 'vitest'
import { ORDER_VIEWS, orderQuery } from './order-query.ts'

test('each quick filter asks for something that the platform takes', () => {
  for (const view of ORDER_VIEWS)
    expect(listWorkOrders.query.safeParse(orderQuery({ view })).success).toBe(true)
  expect(orderQuery({ view: 'mine' })).toEqual({ mine: 'assigned', states: '0,1,2' })
  expect(orderQuery({})).toEqual({})
})

test("a state that is chosen goes before the quick filter's, and what is unknown is left out", () => {
  expect(orderQuery({ view: 'mine', states: '3', outcome: 'never' })).toEqual({
    mine: 'assigned',
    states: '3',
  })
})

test('kinds and spans of a link are read', () => {
  expect(orderQuery({ kind: 'AiAlarm~Fire', created: '100-199', assigneeId: '0', nodeId: '7' })).toEqual({
    type: 'AiAlarm',
    subType: 'Fire',
    startTime: 100,
    endTime: 199,
    assigneeId: 0,
    nodeId: 7,
  })
  expect(orderQuery({ kind: 'hand', created: 'soon' })).toEqual({ type: 'hand' })
})
