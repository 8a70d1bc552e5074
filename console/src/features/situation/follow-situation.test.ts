import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNewsSource } from '../alarms/news-source.test-support.ts'
import { CHANNELS_SETTLE_MS, followSituation, SETTLE_MS } from './follow-situation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NAMES = ['alarms today', 'newest 8', 'work', 'media', 'air']

it('figures are asked for again soon after what they count came, once for all that came meanwhile', () => {
  const { source, say, listening } = createNewsSource()
  const asked: string[] = []
  const stop = followSituation(source, (names) => asked.push(...NAMES.filter((name) => names.test(name))))
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return asked.splice(0)
  }
  say('alarm')
  say('alarmGap')
  say('alarm')
  expect(after(SETTLE_MS)).toEqual(['alarms today', 'newest 8', 'work'])
  say('workOrder')
  expect(after(SETTLE_MS)).toEqual(['work'])
  say('status')
  say('channelChange')
  expect(after(CHANNELS_SETTLE_MS)).toEqual(['media'])
  say('resync')
  expect(after(0)).toEqual(NAMES)
  say('status')
  stop()
  expect([after(CHANNELS_SETTLE_MS), listening()]).toEqual([[], 0])
})
