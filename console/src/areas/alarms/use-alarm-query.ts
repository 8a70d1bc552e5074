import { exportAlarms, listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { QueryIn } from '@backlot/contract/call'
import { LIMITS } from '@backlot/contract/limits'
import { HOUR_MS } from '@backlot/contract/time'
import type { FetchPage, Filtered } from '../../features/table-screen/table-screen-types.ts'
import { moreRanges, type QuickRange, type TimeRange } from '../../features/table-screen/time-range.ts'
import { request } from '../../platform/client.ts'

const BESIDE = ['24h', '1h', 'today', 'yesterday', '7d', '30d'] as const

/** Offered times of the query; the first one is the usual one. */
export const QUERY_TIMES: { quick: readonly QuickRange[]; more: readonly QuickRange[] } = {
  quick: BESIDE,
  more: moreRanges(BESIDE),
}

/** Spans up to this length are counted by the hour, else by the day. */
const HOURLY_MS = 72 * HOUR_MS

const lengthMs = ({ startTime, endTime }: TimeRange) => (endTime - startTime) * 1000

/** How a time is shown: single alarms at most for 24 hours (stated), longer ones as counts. */
export function shownAs(range: Partial<TimeRange>): 'rows' | 'hour' | 'day' {
  const { startTime, endTime } = range
  if (startTime === undefined || endTime === undefined) return 'rows'
  const ms = lengthMs({ startTime, endTime })
  if (ms <= LIMITS.queryRangeMs) return 'rows'
  return ms <= HOURLY_MS ? 'hour' : 'day'
}

/** Whether a time can be exported (stated: at most 7 days). */
export function mayExport({ startTime, endTime }: Partial<TimeRange>): boolean {
  if (startTime === undefined || endTime === undefined) return false
  return lengthMs({ startTime, endTime }) <= LIMITS.exportRangeMs
}

const parameters = ({ filters, range }: Filtered) => ({ ...filters, ...range })

export const fetchAlarms: FetchPage<Alarm> = (query, signal, filtered) =>
  request(listAlarms, {
    query: { ...parameters(filtered), ...query } as QueryIn<typeof listAlarms>,
    signal,
  })

/** As the list, of up to seven days; a day is asked of the list, which every platform has. */
export const fetchExport: FetchPage<Alarm> = (query, signal, filtered) => {
  const isDay = filtered.range !== undefined && shownAs(filtered.range) === 'rows'
  return request(isDay ? listAlarms : exportAlarms, {
    query: { ...parameters(filtered), ...query } as QueryIn<typeof exportAlarms>,
    signal,
  })
}

export function fetchSums(
  by: 'hour' | 'day',
  query: Parameters<FetchPage<Alarm>>[0],
  signal: AbortSignal,
  filtered: Filtered,
) {
  const { next: _mark, ...page } = query
  return request(alarmSums, {
    query: { ...parameters(filtered), ...page, by } as QueryIn<typeof alarmSums>,
    signal,
  })
}

export function fetchStatistics(step: 'hour' | 'day', signal: AbortSignal, filtered: Filtered) {
  return request(alarmStatistics, {
    query: { ...parameters(filtered), step } as QueryIn<typeof alarmStatistics>,
    signal,
  })
}
