import { useMemo } from 'react'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import type { FilterValues, SpanFilter, TableFilter } from './filter-types.ts'
import type { Filtered } from './table-screen-types.ts'
import { useTableUrl } from './table-url.ts'
import {
  ALL_QUICK_RANGES,
  type QuickRange,
  quickRange,
  type RangeFault,
  rangeFault,
  type TimeRange,
} from './time-range.ts'

/** The time as the URL holds it: `range` by name, or `from` and `to` in seconds. */
export type TimeChoice = {
  quick: QuickRange | undefined
  /** The span now: quick ranges move with the platform's clock. */
  range(): Partial<TimeRange>
  fault: RangeFault | undefined
  setQuick(next: QuickRange): void
  setRange(next: Partial<TimeRange>): void
}

export type TableFilters = {
  values: FilterValues
  time: TimeChoice | undefined
  /** Changes with the query. */
  key: readonly unknown[]
  /** Whether anything is filtered at all. */
  isSet: boolean
  set(key: string, value: string | number | undefined): void
  clear(): void
  /** For `fetch`. Only while there is no fault. */
  filtered(): Filtered
}

/** Values of a table's filters, held in the URL. */
export function useTableFilters(filters: readonly TableFilter[]): TableFilters {
  const url = useTableUrl()
  const timeFilter = filters.find((filter) => filter.kind === 'time')
  const keys = filters.filter(({ kind }) => kind !== 'time').map(({ key }) => key)
  const given = keys.map((key) => [key, url.get(key)] as const).filter(([, value]) => value !== undefined)
  const valuesKey = JSON.stringify(given)
  const values = useMemo(() => Object.fromEntries(JSON.parse(valuesKey)) as FilterValues, [valuesKey])
  const time = timeFilter && timeOf(url, timeFilter)
  const [from, to] = [url.get('from'), url.get('to')]
  return {
    values,
    time,
    key: [values, ...(time ? [time.quick ?? [from, to]] : [])],
    isSet: given.length > 0 || [url.get('range'), from, to].some((value) => value !== undefined),
    set: (key, value) => url.setFilters({ [key]: value }),
    clear: () =>
      url.setFilters(Object.fromEntries([...keys, 'range', 'from', 'to'].map((key) => [key, undefined]))),
    filtered: () => ({ filters: values, ...(time ? { range: time.range() as TimeRange } : {}) }),
  }
}

function timeOf(url: ReturnType<typeof useTableUrl>, { quick: offered, maxMs }: SpanFilter): TimeChoice {
  const [usual] = offered
  const seconds = (name: string) => Number(url.get(name)) || undefined
  const free = { startTime: seconds('from'), endTime: seconds('to') }
  const isFree = free.startTime !== undefined || free.endTime !== undefined
  const quick = isFree ? undefined : (ALL_QUICK_RANGES.find((name) => name === url.get('range')) ?? usual)
  const range = (): Partial<TimeRange> =>
    quick ? quickRange(quick, platformNow(), platformZoneMinutes()) : definedOf(free)
  return {
    quick,
    range,
    fault: rangeFault(range(), maxMs),
    setQuick: (next) =>
      url.setFilters({ range: next === usual ? undefined : next, from: undefined, to: undefined }),
    setRange: (next) => url.setFilters({ range: undefined, from: next.startTime, to: next.endTime }),
  }
}

function definedOf({ startTime, endTime }: { startTime: number | undefined; endTime: number | undefined }) {
  return { ...(startTime === undefined ? {} : { startTime }), ...(endTime === undefined ? {} : { endTime }) }
}
