import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { shareRuns } from './share-runs.ts'

test('many who ask at once share a run, which begins after they asked', async () => {
  const host = createManualClock(1000)
  let runs = 0
  const ask = shareRuns(host, 250, async () => ++runs)
  expect(await ask()).toBe(1)
  const crowd = Array.from({ length: 1300 }, ask)
  host.advance(249)
  const late = ask()
  expect(runs).toBe(1)
  host.advance(1)
  expect(new Set(await Promise.all([...crowd, late]))).toEqual(new Set([2]))
  host.advance(250)
  expect(await ask()).toBe(3)
})

test('who asks after a failed run gets a run of their own', async () => {
  const host = createManualClock(1000)
  let runs = 0
  const ask = shareRuns(host, 250, async () => {
    if (++runs === 2) throw new Error('no')
    return runs
  })
  await ask()
  const failed = ask()
  host.advance(250)
  await expect(failed).rejects.toThrow('no')
  host.advance(250)
  expect(await ask()).toBe(3)
})
