import { fromCivil } from '@backlot/contract/time'
import { expect, test } from 'vitest'
import { fromPickerDate, toPickerDate } from './picker-date.ts'

test("a picker shows the platform's civil time and gives it back", () => {
  const atMs = fromCivil(2026, 9, 15, 10, 30)
  const date = toPickerDate(atMs, 480)
  expect([date.getHours(), date.getMinutes()]).toEqual([10, 30])
  expect(fromPickerDate(date, 480)).toBe(atMs)
})
