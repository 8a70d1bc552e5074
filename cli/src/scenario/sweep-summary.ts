/** What became of a scenario with many seeds. */

import type { RunResult, Verdict } from '@backlot/simulator/scenario/verdict'
import type { SeedOutcome } from '@backlot/simulator/scenario-runs/sweep/seed-outcome'
import { againCommand } from './run-lines.ts'

export type SweepSummary = {
  scenario: string
  runs: number
  passed: number
  /** Runs in which something failed, by seed. */
  failed: { seed: number; first: Verdict; again: string }[]
  /** Runs that did not come to their end, by seed. */
  broken: { seed: number; error: string }[]
  /** Share of runs that passed, and its 95 % confidence interval (Wilson score); of no runs undefined. */
  rate: { share: number; low: number; high: number } | undefined
  /** Each expectation and action of the file, in its order. */
  verdicts: { file: string; line: number; text: string; held: number; failed: number; skipped: number }[]
}

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964

/** The Wilson score interval of a share (E. B. Wilson, 1927: Probable inference, the law of succession, and statistical inference). */
export function wilson(passed: number, runs: number): { share: number; low: number; high: number } {
  const share = passed / runs
  const spread = Z * Math.sqrt((share * (1 - share)) / runs + (Z * Z) / (4 * runs * runs))
  const middle = share + (Z * Z) / (2 * runs)
  const whole = 1 + (Z * Z) / runs
  return {
    share,
    low: passed === 0 ? 0 : Math.max(0, (middle - spread) / whole),
    high: passed === runs ? 1 : Math.min(1, (middle + spread) / whole),
  }
}

/** Of the runs in which something failed, that with the lowest seed. */
export const firstFailure = (outcomes: readonly SeedOutcome[]): RunResult | undefined =>
  outcomes
    .flatMap((outcome) => ('result' in outcome && outcome.result.failed > 0 ? [outcome.result] : []))
    .sort((one, other) => one.seed - other.seed)[0]

export function sweepSummary(scenario: string, outcomes: readonly SeedOutcome[]): SweepSummary {
  const sorted = outcomes.toSorted((one, other) => one.seed - other.seed)
  const rows = new Map<string, SweepSummary['verdicts'][number]>()
  const failed: SweepSummary['failed'] = []
  const broken: SweepSummary['broken'] = []
  let passed = 0
  for (const outcome of sorted) {
    if ('error' in outcome) {
      broken.push(outcome)
      continue
    }
    const { seed, result } = outcome
    for (const { file, line, text, outcome: kind } of result.verdicts) {
      const key = `${file}:${line}:${text}`
      const row = rows.get(key) ?? { file, line, text, held: 0, failed: 0, skipped: 0 }
      row[kind]++
      rows.set(key, row)
    }
    const first = result.verdicts.find((verdict) => verdict.outcome === 'failed')
    if (first) failed.push({ seed, first, again: againCommand(result) })
    else passed++
  }
  return {
    scenario,
    runs: outcomes.length,
    passed,
    failed,
    broken,
    rate: outcomes.length > 0 ? wilson(passed, outcomes.length) : undefined,
    verdicts: [...rows.values()].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
  }
}
