import { expect, test } from 'vitest'
import { createGpsWheel, WHEEL_PARTS } from './gps-wheel.ts'

const BEGIN = 1_795_000_000_000

/** Moments at which a row reports within a minute, however time is cut. */
function moments(wheel: ReturnType<typeof createGpsWheel>, row: number, stepMs: number) {
  const found = new Set<number>()
  for (let at = BEGIN; at < BEGIN + 60_000; at += stepMs) {
    for (let part = 0; part < WHEEL_PARTS; part++) {
      wheel.forDue(part, at, at + stepMs, (due) => {
        if (due === row) found.add(wheel.lastMoment(row, at + stepMs))
      })
    }
  }
  return [...found]
}

test('a row reports at the period that is set for it, and at its own again when that is taken back', () => {
  const wheel = createGpsWheel(7)
  for (let row = 0; row < 20; row++) wheel.add(row, row + 100)
  const own = moments(wheel, 3, 100)
  wheel.setPeriod(3, 103, 17)
  const set = moments(wheel, 3, 100)
  expect(set.slice(1).map((at, i) => at - set[i]!)).toEqual(Array(set.length - 1).fill(17_000))
  expect(moments(wheel, 3, 1000)).toEqual(set)
  wheel.setPeriod(3, 103, undefined)
  expect(moments(wheel, 3, 100)).toEqual(own)
})

test('a row that is removed reports no more, whatever was set for it', () => {
  const wheel = createGpsWheel(7)
  wheel.add(1, 101)
  wheel.setPeriod(1, 101, 2)
  wheel.remove(1)
  expect(moments(wheel, 1, 100)).toEqual([])
  wheel.add(1, 101)
  const fresh = createGpsWheel(7)
  fresh.add(1, 101)
  expect(moments(wheel, 1, 100)).toEqual(moments(fresh, 1, 100))
})
