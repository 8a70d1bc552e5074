import type { Measures } from './measures.ts'

const STATISTICS = [
  'min',
  'max',
  'mean',
  'count',
  'rate',
  'p50',
  'p75',
  'p90',
  'p95',
  'p99',
  'p99.9',
] as const
type Statistic = (typeof STATISTICS)[number]
type Operator = '<' | '<=' | '>' | '>=' | '==' | '!='

/** Counters that a threshold can name; absent ones are 0. */
export const COUNTERS = [
  'http.errors',
  'http.errorRate',
  'contract.errors',
  'action.errors',
  'channel.frames',
  'channel.alarms',
  'channel.skipped',
  'channel.cuts',
  'operators',
] as const

/** Series of times; `http.<call>` and `action.<name>` besides. */
export const SERIES = ['http', 'channel.lag', 'channel.signIn', 'watch.firstBytes'] as const

/**
 * Condition at the end of a run: '<what><operator><number>[unit]'. `what` is a counter ('http.errors') or a series with
 * a statistic ('http.p99', 'http.alarms.list.p95', 'channel.lag.max'). Times are milliseconds unless 's' follows;
 * shares are 0 … 1 unless '%' follows.
 */
export type Threshold = {
  text: string
  operator: Operator
  value: number
} & ({ counter: string } | { series: string; statistic: Statistic })

const FORM = /^\s*([A-Za-z][\w.[\]-]*?)\s*(<=|>=|==|!=|<|>)\s*(-?\d+(?:\.\d+)?)\s*(ms|s|%)?\s*$/

/** Reads a threshold. A returned string is its fault. */
export function parseThreshold(text: string): Threshold | string {
  const match = FORM.exec(text)
  if (!match)
    return `'${text}' is not a threshold: write what, operator and number, as in 'http.p99<250' or 'http.errors==0'.`
  const [, what = '', sign, digits, unit] = match
  // One of those that FORM has.
  const operator = sign as Operator
  const value = Number(digits) * (unit === 's' ? 1000 : unit === '%' ? 0.01 : 1)
  const rest = { text: text.trim(), operator, value }
  if ((COUNTERS as readonly string[]).includes(what)) {
    if (unit === 'ms' || unit === 's') return `'${text}': ${what} is not a time.`
    return { ...rest, counter: what }
  }
  const statistic = STATISTICS.filter((name) => what.endsWith(`.${name}`)).sort(
    (a, b) => b.length - a.length,
  )[0]
  if (!statistic) {
    return `'${text}': '${what}' is neither a counter (${COUNTERS.join(', ')}) nor ends in a statistic (${STATISTICS.join(', ')}).`
  }
  const series = what.slice(0, -statistic.length - 1)
  const isKnown = (SERIES as readonly string[]).includes(series) || /^(http|action)\.\w/.test(series)
  if (!isKnown) {
    return `'${text}': there is no series '${series}'. There are: ${SERIES.join(', ')}, http.<call>, action.<name>.`
  }
  const isTime = statistic !== 'count' && statistic !== 'rate'
  if (!isTime && unit !== undefined) return `'${text}': a ${statistic} has no unit.`
  if (unit === '%') return `'${text}': a time cannot be a share.`
  return { ...rest, series, statistic }
}

export type Verdict = { threshold: string; value: number; holds: boolean; note?: string }

/** Judges a run. A series in which nothing was measured breaks its thresholds, but for those on its count and rate. */
export function judge(threshold: Threshold, measures: Measures, seconds: number): Verdict {
  const { text, operator, value: bound } = threshold
  if ('counter' in threshold) {
    const value = counterValue(threshold.counter, measures)
    return { threshold: text, value, holds: compare(value, operator, bound) }
  }
  const times = measures.times(threshold.series)
  const { statistic } = threshold
  if (statistic === 'count' || statistic === 'rate') {
    const count = times?.count ?? 0
    const value = statistic === 'count' ? count : count / Math.max(seconds, 0.001)
    return { threshold: text, value, holds: compare(value, operator, bound) }
  }
  if (!times || times.count === 0)
    return { threshold: text, value: 0, holds: false, note: `nothing was measured as ${threshold.series}` }
  const value =
    statistic === 'min' || statistic === 'max' || statistic === 'mean'
      ? times[statistic]
      : times.percentile(Number(statistic.slice(1)))
  return { threshold: text, value, holds: compare(value, operator, bound) }
}

function counterValue(counter: string, measures: Measures): number {
  if (counter !== 'http.errorRate') return measures.counted(counter)
  const requests = measures.times('http')?.count ?? 0
  return requests === 0 ? 0 : measures.counted('http.errors') / requests
}

function compare(value: number, operator: Operator, bound: number): boolean {
  switch (operator) {
    case '<':
      return value < bound
    case '<=':
      return value <= bound
    case '>':
      return value > bound
    case '>=':
      return value >= bound
    case '==':
      return value === bound
    case '!=':
      return value !== bound
  }
}
