import { expect, test } from 'vitest'
import { doneRate, inTimeRate } from './rates.ts'
import { ordersPath } from './rectification-link.ts'

const sums = { orders: 10, inTime: 4, late: 2, open: 1, overdue: 2, rejected: 1, meanSeconds: 60 }
const none = { orders: 0, inTime: 0, late: 0, open: 0, overdue: 0, rejected: 0, meanSeconds: null }

test('rejected orders are no problems to put right, open ones are not late yet', () => {
  expect(doneRate(sums)).toBeCloseTo(6 / 9)
  expect(inTimeRate(sums)).toBe(0.5)
  expect([doneRate(none), inTimeRate(none)]).toEqual([undefined, undefined])
})

test('a number leads to the orders that it counts', () => {
  expect(
    ordersPath({ startTime: 1, endTime: 9, outcome: 'late', kind: { type: 'AiAlarm', subType: 'Fire' } }),
  ).toBe('/earlyWarningData/workOrderList?created=1-9&outcome=late&kind=AiAlarm%7EFire')
  expect(ordersPath({ startTime: 1, endTime: 9, assigneeId: 0, kind: { type: '', subType: '' } })).toBe(
    '/earlyWarningData/workOrderList?created=1-9&assigneeId=0&kind=hand',
  )
})
