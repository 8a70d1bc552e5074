import { expect, test } from 'vitest'
import { loadScenario } from '../../scenario/read-scenario.ts'
import { runVirtual } from '../virtual/run-virtual.ts'
import type { SeedOutcome } from './seed-outcome.ts'
import { sweepSeeds } from './sweep-seeds.ts'

const SCENARIO = loadScenario({
  name: 'short',
  extends: 'demo',
  at: { '0s': [{ expect: 'devices > 280' }], '20s': [{ expect: 'state vehicle 1 online within 1m' }] },
})

async function sweep(more: Partial<Parameters<typeof sweepSeeds>[0]>): Promise<SeedOutcome[]> {
  const outcomes: SeedOutcome[] = []
  await sweepSeeds({
    scenario: SCENARIO,
    seeds: [7, 8, 9],
    jobs: 2,
    onOutcome: (outcome) => void outcomes.push(outcome),
    ...more,
  })
  return outcomes.toSorted((one, other) => one.seed - other.seed)
}

test('each seed is run once, and as by itself', async () => {
  const outcomes = await sweep({})
  expect(outcomes.map(({ seed }) => seed)).toEqual([7, 8, 9])
  expect(outcomes[1]).toEqual({ seed: 8, result: await runVirtual(SCENARIO, { seed: 8 }) })
})

test('runs that cannot begin say why, and the others go on', async () => {
  const outcomes = await sweep({ start: 'soon', seeds: [1, 2] })
  expect(outcomes).toEqual(
    [1, 2].map((seed) => ({ seed, error: expect.stringContaining("'soon' is no time") })),
  )
})

test('a sweep that is ended begins no further run', async () => {
  const stop = new AbortController()
  const seeds = Array.from({ length: 1000 }, (_, i) => i)
  const outcomes: SeedOutcome[] = []
  await sweep({
    seeds,
    signal: stop.signal,
    onOutcome(outcome) {
      outcomes.push(outcome)
      stop.abort()
    },
  })
  expect(outcomes.length).toBe(1)
})
