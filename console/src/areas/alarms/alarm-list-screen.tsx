import type { Alarm } from '@backlot/contract/alarms/entities'
import { useEffect, useMemo, useRef } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useAlarmFilters } from '../../features/alarms/use-alarm-filters.ts'
import { loadTree } from '../../features/device-tree/device-store.ts'
import type { TableHandle } from '../../features/table-screen/table-screen-types.ts'
import { useTableFilters } from '../../features/table-screen/use-table-filters.ts'
import { useText } from '../../language/language.ts'
import { alarmColumns } from './alarm-columns.tsx'
import { AlarmExport } from './alarm-export.tsx'
import { AlarmPeriods } from './alarm-periods.tsx'
import { AlarmRows } from './alarm-rows.tsx'
import { useTableReview } from './review/use-table-review.ts'
import { QUERY_TIMES, shownAs } from './use-alarm-query.ts'
import './alarm-list-screen.css'

/** The alarm query: single alarms of at most 24 hours (stated), longer times as counts that open to a day. */
export function AlarmListScreen() {
  const t = useText('alarms')
  const types = useAlarmTypes()
  const filters = useAlarmFilters(types, QUERY_TIMES)
  const state = useTableFilters(filters)
  const table = useRef<TableHandle<Alarm>>(null)
  const { act, onRowKey } = useTableReview(table, types)
  const columns = useMemo(() => alarmColumns(t, types, act), [t, types, act])
  // In a file the number of pictures stands before the links to them.
  const filed = useMemo(
    () => [...columns].sort((a, b) => Number(isPictures(a)) - Number(isPictures(b))),
    [columns],
  )
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])

  const shared = {
    filters,
    barEnd: <AlarmExport columns={filed} state={state} />,
  }
  const shown = shownAs(state.time?.range() ?? {})
  return shown === 'rows' || state.time?.fault ? (
    <AlarmRows {...shared} columns={columns} table={table} onRowKey={onRowKey} />
  ) : (
    <AlarmPeriods {...shared} state={state} step={shown} />
  )
}

const isPictures = ({ key }: { key: string }) => key === 'pictures'
