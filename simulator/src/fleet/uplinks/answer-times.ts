import type { Times } from '../../telemetry/times.ts'

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

export function answerTimesOf(times: Times): AnswerTimes {
  return {
    count: times.count,
    meanMs: Math.round(times.mean * 1000) / 1000,
    p50Ms: times.percentile(50),
    p90Ms: times.percentile(90),
    p99Ms: times.percentile(99),
    p999Ms: times.percentile(99.9),
    maxMs: times.max,
  }
}
