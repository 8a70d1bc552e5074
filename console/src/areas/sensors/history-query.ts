import {
  HISTORY_INTERVALS,
  HISTORY_RANGE_MS,
  HISTORY_STATIONS_MAX,
  type HistoryInterval,
} from '@backlot/contract/sensors/entities'
import { type HistorySpanFault, historySpanFault } from '@backlot/contract/sensors/history-span'
import { useSearchParams } from 'react-router-dom'
import { type QuickRange, quickRange, type TimeRange } from '../../features/table-screen/time-range.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'

export const HISTORY_VIEWS = ['charts', 'table', 'air', 'rose', 'calendar'] as const
export type HistoryView = (typeof HISTORY_VIEWS)[number]

/** Whether a view shows the quantities that are chosen; the others have quantities of their own. */
export const hasQuantities = (view: HistoryView) => view === 'charts' || view === 'table'

/** Offered times by interval (from the stated lists); the first one is the default of an empty URL. */
export const INTERVAL_RANGES: Readonly<Record<HistoryInterval, readonly QuickRange[]>> = {
  minute: ['24h', '1h', '6h', 'today', 'yesterday'],
  hour: ['7d', 'today', 'yesterday', '30d'],
  day: ['30d', '7d', '90d'],
}

export type HistoryQuery = {
  view: HistoryView
  interval: HistoryInterval
  /** The chosen quick range; undefined for entered dates. */
  quick: QuickRange | undefined
  /** Computed on each call: quick ranges move with the clock. */
  range(): TimeRange
  fault: HistorySpanFault | undefined
  /** Codes that were chosen; undefined: the first ones. */
  codes: string[] | undefined
  /** Stations that are compared with the one that is shown. */
  others: string[]
  /** Part of query keys: everything that the answer depends on. */
  key: readonly unknown[]
  set(change: Readonly<Record<string, string | undefined>>): void
}

const oneOf = <T extends string>(list: readonly T[], text: string | null): T =>
  list.find((one) => one === text) ?? list[0]!
const listOf = (text: string | null) => (text ?? '').split(',').filter((part) => part !== '')

/** View of a station's past, held entirely in the URL. */
export function useHistoryQuery(sn: string): HistoryQuery {
  const [search, setSearch] = useSearchParams()
  const interval = oneOf(['hour', ...HISTORY_INTERVALS], search.get('by'))
  const own = { startTime: Number(search.get('from')), endTime: Number(search.get('to')) }
  const hasOwn = own.startTime > 0 && own.endTime > 0
  const quick = hasOwn ? undefined : oneOf(INTERVAL_RANGES[interval], search.get('range'))
  const zone = platformZoneMinutes()
  const range = () => (quick === undefined ? own : quickRange(quick, platformNow(), zone))
  const codes = listOf(search.get('codes'))
  const others = listOf(search.get('with'))
    .filter((other) => other !== sn)
    .slice(0, HISTORY_STATIONS_MAX - 1)
  const { startTime, endTime } = range()
  return {
    view: oneOf(HISTORY_VIEWS, search.get('show')),
    interval,
    quick,
    range,
    fault: historySpanFault(interval, startTime * 1000, endTime * 1000, platformNow(), zone),
    codes: codes.length > 0 ? codes : undefined,
    others,
    key: [sn, ...others, interval, quick ?? own],
    set(change) {
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(change)) {
            if (value === undefined || value === '') after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace: true },
      )
    },
  }
}

/** The longest span that an interval takes, days. */
export const longestDays = (interval: HistoryInterval) => HISTORY_RANGE_MS[interval] / 86_400_000
