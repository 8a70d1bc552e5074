import { expect, it } from 'vitest'
import { type Ring, TonePlan } from './tone-plan.ts'

const SIREN: Ring = { tone: 'siren', urgency: 0 }
const FALLING: Ring = { tone: 'falling', urgency: 2 }
const SINGLE: Ring = { tone: 'single', urgency: 3 }
const LOW: Ring = { tone: 'low', urgency: 4 }

/** Sounds with their times, checked as often as the plan wants. */
function played(plan: TonePlan, fromMs: number): [number, string][] {
  const heard: [number, string][] = []
  for (let nowMs = fromMs; ; ) {
    const { sound, againMs } = plan.step(nowMs)
    if (sound !== undefined) heard.push([nowMs, sound])
    if (againMs === undefined) return heard
    nowMs += againMs
  }
}

it('sounds at once and goes on for the prompt time', () => {
  const plan = new TonePlan()
  plan.hear(FALLING, 1000, 4000)
  expect(played(plan, 1000)).toEqual([
    [1000, 'falling'],
    [2800, 'falling'],
    [4600, 'falling'],
  ])
})

it('sounds a storm no faster than one alarm, to the prompt time after its last', () => {
  const plan = new TonePlan()
  const heard: [number, string][] = []
  for (let nowMs = 0; nowMs < 6000; nowMs += 100) {
    plan.hear(SINGLE, nowMs, 1000)
    const { sound } = plan.step(nowMs)
    if (sound) heard.push([nowMs, sound])
  }
  expect(heard).toEqual([
    [0, 'single'],
    [2000, 'single'],
    [4000, 'single'],
  ])
  expect(played(plan, 6000)).toEqual([[6000, 'single']])
})

it('lets the gravest be heard while several ring, and a notice again later', () => {
  const plan = new TonePlan()
  plan.hear(LOW, 0, 4000)
  plan.hear(SIREN, 100, 4000)
  plan.hear(SINGLE, 200, 4000)
  expect(plan.step(200).sound).toBe('siren')
  plan.silence()
  expect(plan.step(5000)).toEqual({ sound: undefined, againMs: undefined })
  plan.hear(LOW, 6000, 1000)
  expect(plan.step(6000).sound).toBe('low')
})
