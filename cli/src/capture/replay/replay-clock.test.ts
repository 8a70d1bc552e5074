import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReplayClock } from './replay-clock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('a moment is reached at the speed of the clock, also when that changes while it is awaited', () => {
  const clock = new ReplayClock(1000, 2)
  const reached: string[] = []
  clock.when(3000, () => reached.push('awaited'))
  const stop = clock.when(3000, () => reached.push('stopped'))
  vi.advanceTimersByTime(500)
  expect(clock.t()).toBe(2000)
  stop()
  clock.setSpeed(10)
  vi.advanceTimersByTime(99)
  expect(reached).toEqual([])
  vi.advanceTimersByTime(1)
  expect([clock.t(), reached]).toEqual([3000, ['awaited']])
})

it('a pause holds what is awaited, but not what is due', () => {
  const clock = new ReplayClock(0, 1)
  const reached: string[] = []
  clock.when(100, () => reached.push('awaited'))
  clock.setSpeed(0)
  clock.when(0, () => reached.push('due'))
  vi.advanceTimersByTime(10_000)
  expect([clock.t(), reached]).toEqual([0, ['due']])
  clock.setSpeed(1)
  vi.advanceTimersByTime(100)
  expect(reached).toEqual(['due', 'awaited'])
})

it('a jump reaches what lies before it', () => {
  const clock = new ReplayClock(0, 1)
  const reached: string[] = []
  clock.when(5000, () => reached.push('before'))
  clock.when(9000, () => reached.push('behind'))
  clock.jump(6000)
  vi.advanceTimersByTime(0)
  expect([clock.t(), reached]).toEqual([6000, ['before']])
})
