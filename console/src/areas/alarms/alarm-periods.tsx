import { type AlarmSum, alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useMemo, useRef } from 'react'
import { AlarmSeriesChart } from '../../features/alarms/alarm-series-chart.tsx'
import { drillDown } from '../../features/alarms/drill-down.ts'
import { sumColumns } from '../../features/alarms/sum-columns.tsx'
import type { AlarmFilter } from '../../features/alarms/use-alarm-filters.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { type UrlChange, useTableUrl } from '../../features/table-screen/table-url.ts'
import type { TimeRange } from '../../features/table-screen/time-range.ts'
import type { TableFilters } from '../../features/table-screen/use-table-filters.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { requestFiltered } from '../../platform/request-filtered.ts'

const CHART_PX = 190

/** More than 24 hours: how many alarms there were in each hour or day. One opens to its alarms. */
export function AlarmPeriods(props: {
  filters: readonly AlarmFilter[]
  barEnd: ReactNode
  state: TableFilters
  step: 'hour' | 'day'
}) {
  const { filters, state, step } = props
  const t = useText('alarmQuery')
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  const url = useTableUrl()
  /** The present one, for columns that stay the same. */
  const openPeriod = useRef<(key: string, change?: UrlChange) => void>(() => {})
  openPeriod.current = (key, change = {}) =>
    url.open({
      ...drillDown(step, { key }, state.time?.range() as TimeRange),
      ...change,
      sort: undefined,
      order: undefined,
    })
  const columns = useMemo(() => {
    const periodName = ({ key }: AlarmSum) => formatTime(Number(key)).slice(0, step === 'day' ? 10 : 16)
    return [
      {
        key: 'key',
        title: t('sum.period'),
        width: 170,
        fixed: true,
        sortable: true,
        render: periodName,
        cell: ({ key }: AlarmSum) => ({ date: Number(key) }),
      },
      ...sumColumns(t, locale, periodName, ({ key }, change) => openPeriod.current(key, change)),
    ]
  }, [t, locale, step])
  const series = useQuery({
    queryKey: ['alarms', 'series', step, ...state.key],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { filters: values, range } = state.filtered()
      return requestFiltered(alarmStatistics, { ...values, ...range, step }, signal)
    },
  })

  const description = listTable(alarmSums, {
    name: 'alarms-periods',
    title: t('title'),
    columns,
    rowKey: ({ key }) => key,
    filters,
    fetchKey: [step],
    asked: { by: step },
    defaultPageSize: 100,
    defaultSort: { key: 'key', order: 'desc' },
    onRowOpen: ({ key }) => openPeriod.current(key),
    empty: t('statistics.none'),
  })
  const total = series.data?.sum.total
  return (
    <TableScreen
      description={description}
      barStart={
        total !== undefined && (
          <span className="table-note" role="status">
            {t('periodsTotal', { count: total, total: total.toLocaleString(locale) })}
          </span>
        )
      }
      barEnd={props.barEnd}
    >
      <Alert
        type="info"
        showIcon
        title={t('byDays', { step: t(`step.${step}`) })}
        action={
          <Button size="small" onClick={() => url.open({ range: undefined, from: undefined, to: undefined })}>
            {t('toRows')}
          </Button>
        }
      />
      <div className="alarm-periods-chart">
        <AlarmSeriesChart
          series={series.data?.series ?? []}
          step={step}
          height={CHART_PX}
          onPeriod={(time) => openPeriod.current(String(time))}
        />
      </div>
    </TableScreen>
  )
}
