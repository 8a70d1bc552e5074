import type { RunResult, Verdict } from '@backlot/simulator/scenario/verdict'
import type { SeedOutcome } from '@backlot/simulator/scenario-runs/sweep/seed-outcome'
import { expect, test } from 'vitest'
import type { Bisection } from './bisect-logs.ts'
import { sweepJunitXml } from './junit.ts'
import { readSeeds } from './read-seeds.ts'
import { repeatLines } from './repeat-seed.ts'
import { outcomeLine, sweepLines } from './sweep-lines.ts'
import { firstFailure, sweepSummary, wilson } from './sweep-summary.ts'

const verdict = (line: number, outcome: Verdict['outcome']): Verdict => ({
  ...{ atMs: 60_000, platformTime: '2026-11-20 08:01:00', file: 'gas.yaml', line, kind: 'expect' },
  ...{ text: `camera ${line} offline`, outcome, seen: 'it is online' },
})
function run(seed: number, ...outcomes: Verdict['outcome'][]): SeedOutcome {
  const verdicts = outcomes.map((outcome, i) => verdict(i + 1, outcome))
  const of = (outcome: string) => verdicts.filter((one) => one.outcome === outcome).length
  const result: RunResult = {
    ...{ scenario: 'gas', file: 'gas.yaml', mode: 'virtual', seed, faults: [], zoneMinutes: 480 },
    ...{ start: '2026-11-20 08:00:00', lastedMs: 60_000, verdicts },
    ...{ held: of('held'), failed: of('failed'), skipped: of('skipped') },
  }
  return { seed, result }
}

test.each([
  ['7', [7]],
  ['1..3, 9', [1, 2, 3, 9]],
  ['2,1..3', [2, 1, 3]],
])('seeds %s', (text, seeds) => {
  expect(readSeeds(text)).toEqual(seeds)
})

test.each([
  ['', "write '1..1000'"],
  ['1..', "write '1..1000'"],
  ['-1', "write '1..1000'"],
  ['9..1', 'ends before it begins'],
  ['4294967296', 'from 0 to 4294967295'],
  ['0..200000', 'at most 100000'],
])('seeds %j are refused', (text, why) => {
  expect(() => readSeeds(text)).toThrow(why)
})

// Worked out by hand from the formula.
test.each([
  [4, 20, 0.0807, 0.416],
  [10, 10, 0.7225, 1],
  [0, 10, 0, 0.2775],
  [997, 1000, 0.9912, 0.999],
])('%i of %i passed: %d to %d', (passed, runs, low, high) => {
  const rate = wilson(passed, runs)
  expect(rate.low).toBeCloseTo(low, 4)
  expect(rate.high).toBeCloseTo(high, 4)
})

const OUTCOMES: SeedOutcome[] = [
  run(3, 'held', 'failed'),
  run(1, 'held', 'held'),
  { seed: 2, error: 'no memory' },
  run(4, 'skipped', 'held'),
]

const SAME: Bisection = { a: 'one', b: 'other', lines: 6, made: [], parting: undefined }
const PARTING = { line: 5, at: undefined, sn: undefined, before: [], deviceBefore: [], differs: [] }

test.each([
  [true, SAME, 'seed 3 run twice here: all 6 events are the same, and so are the verdicts: it repeats'],
  [
    false,
    SAME,
    'seed 3 run twice here: all 6 events are the same, but the verdicts are not those of the sweep: it does not repeat on this machine',
  ],
  [
    true,
    { ...SAME, parting: { ...PARTING, a: ['x'], b: ['y'], own: undefined } },
    'seed 3 run twice here: its events part, so it does not repeat',
  ],
])('of the first seed that failed, its repetition is judged (%j)', (isAsInSweep, bisection, line) => {
  expect(firstFailure(OUTCOMES)?.seed).toBe(3)
  expect(repeatLines({ seed: 3, isAsInSweep, bisection })[0]).toBe(line)
})

test('a sweep is a table, a share with its interval, and the command that repeats each failure', () => {
  const summary = sweepSummary('gas', OUTCOMES)
  expect(summary).toMatchObject({ runs: 4, passed: 2, broken: [{ seed: 2 }], failed: [{ seed: 3 }] })
  expect(sweepLines(summary)).toEqual([
    '  line  expectation          held   failed  skipped',
    '     1  camera 1 offline        2        0        1',
    '     2  camera 2 offline        2        1        0',
    'gas: 2 of 4 passed, 1 failed, 1 did not end (50.0 %; 95 % confidence: 15.0 % to 85.0 %)',
    "seed 3 again: npx backlot run gas.yaml --virtual --seed 3 --start '2026-11-20 08:00:00'",
    'seed 2 did not end: no memory',
  ])
  expect(OUTCOMES.map(outcomeLine)).toEqual([
    '  ✗ seed 3: camera 2 offline — it is online  (gas.yaml:2)',
    undefined,
    '  ✗ seed 2: did not end: no memory',
    undefined,
  ])
})

test('of a sweep JUnit has a case for each seed', () => {
  const xml = sweepJunitXml('gas', OUTCOMES)
  expect(xml).toContain('tests="4" failures="1" errors="1"')
  expect([...xml.matchAll(/testcase name="seed (\d)"/g)].map(([, seed]) => seed)).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
  expect(xml).toContain('<failure message="camera 2 offline">seed 3, began')
  expect(xml).toContain('<error message="no memory"/>')
})
