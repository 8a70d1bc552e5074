import {
  ALARM_SUM_BYS,
  type AlarmSum,
  type AlarmSumBy,
  alarmSums,
} from '@backlot/contract/alarms/statistics-calls'
import { Segmented } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { type AlarmTypes, useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { drillDown } from '../../features/alarms/drill-down.ts'
import { sumColumns } from '../../features/alarms/sum-columns.tsx'
import { useAlarmFilters } from '../../features/alarms/use-alarm-filters.ts'
import { loadTree } from '../../features/device-tree/device-store.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { UrlChange } from '../../features/table-screen/table-url.ts'
import type { TimeRange } from '../../features/table-screen/time-range.ts'
import { useTableFilters } from '../../features/table-screen/use-table-filters.ts'
import { type Translate, useLanguage, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { StatisticsOverview } from './statistics-overview.tsx'
import { STATISTICS_TIMES, useAlarmStatistics, useStatisticsView } from './use-alarm-statistics.ts'
import './alarm-statistics-screen.css'

const LEVELS = ['grave', 'important', 'ordinary', 'notice'] as const

/** Alarms counted by time, type, level, group, device, operator and response time; every count opens to its alarms. */
export function AlarmStatisticsScreen() {
  const t = useText('alarmQuery')
  const alarms = useText('alarms')
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  const types = useAlarmTypes()
  const filters = useAlarmFilters(types, STATISTICS_TIMES)
  const state = useTableFilters(filters)
  const query = useAlarmStatistics(state)
  const { by, setBy, toList } = useStatisticsView()
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])
  const box = useRef<HTMLDivElement>(null)
  const showDevices = () => {
    setBy('device')
    box.current?.querySelector('.table-bar')?.scrollIntoView()
  }
  /** The present one, for columns that stay the same. */
  const openSum = useRef<(sum: AlarmSum, change?: UrlChange) => void>(() => {})
  openSum.current = (sum, change = {}) => {
    const counted = state.filtered().range as TimeRange
    toList?.({ ...drillDown(by, sum, counted), ...change }, counted)
  }
  const mayOpen = toList !== undefined
  const columns = useMemo(() => {
    const rowName = (sum: AlarmSum) => nameOf(by, sum, t, alarms, types)
    const name: Column<AlarmSum> = {
      key: by === 'hour' || by === 'day' || by === 'level' ? 'key' : 'name',
      title: t(`statistics.${by}`),
      width: 246,
      fixed: true,
      sortable: by !== 'type' && by !== 'subType',
      render: rowName,
      cell: (sum) => (by === 'hour' || by === 'day' ? { date: Number(sum.key) } : rowName(sum)),
    }
    const open = (sum: AlarmSum, change: UrlChange) => openSum.current(sum, change)
    return [name, ...sumColumns(t, locale, rowName, mayOpen ? open : undefined)]
  }, [by, t, alarms, types, locale, mayOpen])

  const description = listTable(alarmSums, {
    name: 'alarmStatistics',
    title: t('statistics.title'),
    columns,
    rowKey: ({ key, own }) => `${key}${own ? ' own' : ''}`,
    filters,
    fetchKey: [by],
    asked: { by },
    defaultPageSize: 50,
    ...(by === 'hour' || by === 'day'
      ? { defaultSort: { key: 'key', order: 'desc' as const } }
      : { defaultSort: { key: 'total', order: 'desc' as const } }),
    ...(mayOpen ? { onRowOpen: (sum: AlarmSum) => openSum.current(sum) } : { details: false as const }),
    export: { fileName: t('statistics.fileName', { by: t(`statistics.${by}`) }) },
    empty: t('statistics.none'),
  })
  return (
    <div className="alarm-statistics" ref={box}>
      <TableScreen
        description={description}
        barStart={
          <Segmented<AlarmSumBy>
            aria-label={t('statistics.by')}
            value={by}
            onChange={setBy}
            options={ALARM_SUM_BYS.map((value) => ({ value, label: t(`statistics.${value}`) }))}
          />
        }
      >
        <StatisticsOverview query={query} types={types} toList={toList} onDevices={showDevices} />
      </TableScreen>
    </div>
  )
}

function nameOf(
  by: AlarmSumBy,
  { key, name, type = '', subType, own }: AlarmSum,
  t: Translate<'alarmQuery'>,
  alarms: Translate<'alarms'>,
  types: AlarmTypes,
): string {
  switch (by) {
    case 'type':
    case 'subType':
      return types.nameOf(type, subType)
    case 'level':
      return alarms(`level.${LEVELS[Number(key) - 1] ?? 'ordinary'}`)
    case 'hour':
      return formatTime(Number(key)).slice(0, 16)
    case 'day':
      return formatTime(Number(key)).slice(0, 10)
    case 'group':
      return own ? t('statistics.own', { name }) : name
    case 'processor':
      return name === '' ? t('statistics.nobody') : name
    case 'device':
      return name
  }
}
