import { exportAlarms, listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { HOUR_MS } from '@backlot/contract/time'
import { fetchPage } from '../../features/table-screen/list-table.ts'
import type { FetchPage } from '../../features/table-screen/table-screen-types.ts'
import { moreRanges, type QuickRange, type TimeRange } from '../../features/table-screen/time-range.ts'

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

/** As the list, of up to seven days; a day is asked of the list, which every platform has. */
export const fetchExport: FetchPage<Alarm> = (query, signal, filtered) => {
  const isDay = filtered.range !== undefined && shownAs(filtered.range) === 'rows'
  return fetchPage(isDay ? listAlarms : exportAlarms, query, signal, filtered)
}
