import type { Second } from './measures.ts'
import type { LoadOrder, LoadResult } from './run-load.ts'
import type { Verdict } from './thresholds.ts'

/** A run as data, for `--json` and the HTML report. Times are milliseconds. */
export type LoadReport = {
  target: string
  operators: number
  profile: string
  seed: number
  seconds: number
  passed: boolean
  verdicts: Verdict[]
  counters: Record<string, number>
  series: Record<string, SeriesSummary>
  timeline: readonly Second[]
  failures: { message: string; count: number }[]
}

export type SeriesSummary = {
  count: number
  mean: number
  min: number
  p50: number
  p90: number
  p95: number
  p99: number
  max: number
  /** [percentile, milliseconds] of the whole distribution. */
  distribution: [number, number][]
}

export function loadReport(
  order: Pick<LoadOrder, 'url' | 'operators' | 'profileName' | 'seed'>,
  { measures, seconds, verdicts, passed }: LoadResult,
): LoadReport {
  const series = measures.seriesNames().map((name) => {
    const times = measures.times(name)!
    const at = (p: number) => rounded(times.percentile(p))
    const summary: SeriesSummary = {
      count: times.count,
      mean: rounded(times.mean),
      min: rounded(times.min),
      p50: at(50),
      p90: at(90),
      p95: at(95),
      p99: at(99),
      max: rounded(times.max),
      distribution: times.distribution().map(([p, ms]) => [rounded(p), rounded(ms)]),
    }
    return [name, summary] as const
  })
  return {
    target: order.url,
    operators: order.operators,
    profile: order.profileName,
    seed: order.seed,
    seconds: rounded(seconds),
    passed,
    verdicts,
    counters: Object.fromEntries(measures.counterNames().map((name) => [name, measures.counted(name)])),
    series: Object.fromEntries(series),
    timeline: measures.seconds,
    failures: measures.notes(),
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
