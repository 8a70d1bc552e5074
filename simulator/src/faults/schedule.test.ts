import { expect, test } from 'vitest'
import { nextEdgeMs, stateAt } from './schedule.ts'

test('without a schedule a fault strikes at once and for ever', () => {
  expect(stateAt({}, 0)).toBe('striking')
  expect(nextEdgeMs({}, 0)).toBeUndefined()
})

test('a fault waits, strikes in spells, rests between them, and ends', () => {
  const schedule = { afterMs: 1000, forMs: 5000, everyMs: 2000, strikeMs: 500 }
  const walk: [number, string][] = []
  for (let at: number | undefined = 0; at !== undefined; at = nextEdgeMs(schedule, at)) {
    walk.push([at, stateAt(schedule, at)])
  }
  expect(walk).toEqual([
    [0, 'waiting'],
    [1000, 'striking'],
    [1500, 'resting'],
    [3000, 'striking'],
    [3500, 'resting'],
    [5000, 'striking'],
    [5500, 'resting'],
    [6000, 'ended'],
  ])
})

test('spells as long as their round are one spell', () => {
  const schedule = { everyMs: 1000, strikeMs: 1000, forMs: 3000 }
  expect(nextEdgeMs(schedule, 0)).toBe(3000)
})
