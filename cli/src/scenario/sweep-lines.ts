import type { SeedOutcome } from '@backlot/simulator/scenario-runs/sweep/seed-outcome'
import type { SweepSummary } from './sweep-summary.ts'

/** Failing seeds whose commands are printed; the rest are counted. */
const SHOWN_MOST = 20
const TEXT_MOST = 60

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** A run that failed or broke off, as it ends; undefined for one that passed. */
export function outcomeLine(outcome: SeedOutcome): string | undefined {
  if ('error' in outcome) return `  ✗ seed ${outcome.seed}: did not end: ${outcome.error}`
  const first = outcome.result.verdicts.find((verdict) => verdict.outcome === 'failed')
  return first && `  ✗ seed ${outcome.seed}: ${first.text} — ${first.seen}  (${first.file}:${first.line})`
}

/** The table of a sweep, the share that passed, and how to repeat what failed. */
export function sweepLines(summary: SweepSummary): string[] {
  const { scenario, runs, passed, failed, broken, rate, verdicts } = summary
  const shown = verdicts.map(({ text, ...row }) => ({
    ...row,
    text: text.length > TEXT_MOST ? `${text.slice(0, TEXT_MOST - 1)}…` : text,
  }))
  const width = Math.max(11, ...shown.map(({ text }) => text.length))
  const table = shown.map(
    ({ line, text, ...counts }) =>
      `  ${String(line).padStart(4)}  ${text.padEnd(width)}  ${[counts.held, counts.failed, counts.skipped].map((count) => String(count).padStart(7)).join('  ')}`,
  )
  const sums = [
    `${scenario}: ${passed} of ${runs} passed`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(broken.length > 0 ? [`${broken.length} did not end`] : []),
  ].join(', ')
  return [
    ...(table.length > 0
      ? [
          `  line  ${'expectation'.padEnd(width)}  ${['held', 'failed', 'skipped'].map((name) => name.padStart(7)).join('  ')}`,
          ...table,
        ]
      : []),
    rate
      ? `${sums} (${percent(rate.share)}; 95 % confidence: ${percent(rate.low)} to ${percent(rate.high)})`
      : sums,
    ...failed.slice(0, SHOWN_MOST).map(({ seed, again }) => `seed ${seed} again: ${again}`),
    ...(failed.length > SHOWN_MOST ? [`and ${failed.length - SHOWN_MOST} more: --json names all`] : []),
    ...broken.slice(0, SHOWN_MOST).map(({ seed, error }) => `seed ${seed} did not end: ${error}`),
  ]
}
