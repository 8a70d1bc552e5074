import { ALARM_SUM_BYS, type AlarmSumBy, alarmStatistics } from '@backlot/contract/alarms/statistics-calls'
import type { DataOut } from '@backlot/contract/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { ALARM_LIST } from '../../features/alarms/drill-down.ts'
import { changeSearch, type UrlChange, useTableUrl } from '../../features/table-screen/table-url.ts'
import { moreRanges, type QuickRange, type TimeRange } from '../../features/table-screen/time-range.ts'
import type { TableFilters } from '../../features/table-screen/use-table-filters.ts'
import { requestFiltered } from '../../platform/request-filtered.ts'
import { useCan } from '../../session/session-store.ts'

const BESIDE = ['30d', 'today', 'yesterday', '7d', '90d'] as const

/** Offered times of the statistics; the first one is the usual one. */
export const STATISTICS_TIMES: { quick: readonly QuickRange[]; more: readonly QuickRange[] } = {
  quick: BESIDE,
  more: moreRanges(BESIDE),
}

export type AlarmStatistics = DataOut<typeof alarmStatistics>

export function useAlarmStatistics(state: TableFilters) {
  return useQuery({
    queryKey: ['alarmStatistics', 'overview', ...state.key],
    enabled: state.time?.fault === undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { filters, range } = state.filtered()
      return requestFiltered(alarmStatistics, { ...filters, ...range }, signal)
    },
  })
}

const NOT_OF_LIST = { by: undefined, sort: undefined, order: undefined, size: undefined, page: undefined }

/** Grouping of the table, and the way to the list; undefined when the operator may not see that. */
export function useStatisticsView() {
  const url = useTableUrl()
  const navigate = useNavigate()
  const mayList = useCan(ALARM_LIST)
  const by: AlarmSumBy = ALARM_SUM_BYS.find((one) => one === url.get('by')) ?? 'type'
  /** Opens the list with these conditions besides the present ones, of the time that was counted. */
  const toList = (change: UrlChange, { startTime, endTime }: TimeRange) => {
    const span = { range: undefined, from: startTime, to: endTime }
    const search = changeSearch(new URLSearchParams(url.all()), { ...NOT_OF_LIST, ...span, ...change })
    navigate(`${ALARM_LIST}?${search}`)
  }
  return {
    by,
    setBy: (next: AlarmSumBy) =>
      url.setFilters({ by: next === 'type' ? undefined : next, sort: undefined, order: undefined }),
    toList: mayList ? toList : undefined,
  }
}
