import { createHistogram } from 'node:perf_hooks'

/** Percentiles of the times of answers, milliseconds; all 0 while there are none. */
export type AnswerTimes = {
  count: number
  meanMs: number
  p50Ms: number
  p90Ms: number
  p99Ms: number
  p999Ms: number
  maxMs: number
}

export function createAnswerTimes(): { record(tookMs: number): void; read(): AnswerTimes } {
  // A microsecond to an hour, three figures.
  const times = createHistogram({ lowest: 1, highest: 3_600_000_000, figures: 3 })
  return {
    record: (tookMs) => times.record(Math.max(1, Math.round(tookMs * 1000))),
    read() {
      const at = (p: number) => (times.count === 0 ? 0 : times.percentile(p) / 1000)
      return {
        count: times.count,
        meanMs: times.count === 0 ? 0 : Math.round(times.mean) / 1000,
        p50Ms: at(50),
        p90Ms: at(90),
        p99Ms: at(99),
        p999Ms: at(99.9),
        maxMs: times.count === 0 ? 0 : times.max / 1000,
      }
    },
  }
}
