import { useEffect, useMemo } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useAlarmFilters } from '../../features/alarms/use-alarm-filters.ts'
import { loadTree } from '../../features/device-tree/device-store.ts'
import { useTableFilters } from '../../features/table-screen/use-table-filters.ts'
import { useText } from '../../language/language.ts'
import { alarmColumns } from './alarm-columns.tsx'
import { AlarmExport } from './alarm-export.tsx'
import { AlarmPeriods } from './alarm-periods.tsx'
import { AlarmRows } from './alarm-rows.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { QUERY_TIMES, shownAs } from './use-alarm-query.ts'
import './alarm-list-screen.css'

/** The alarm query: single alarms of at most 24 hours (stated), longer times as counts that open to a day. */
export function AlarmListScreen() {
  const t = useText('alarms')
  const types = useAlarmTypes()
  const filters = useAlarmFilters(types, QUERY_TIMES)
  const state = useTableFilters(filters)
  const columns = useMemo(() => alarmColumns(t, types), [t, types])
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])

  const shared = {
    filters,
    filtersEnd: <SavedFilters />,
    barEnd: <AlarmExport columns={columns} state={state} />,
  }
  const shown = shownAs(state.time?.range() ?? {})
  return shown === 'rows' || state.time?.fault ? (
    <AlarmRows {...shared} columns={columns} />
  ) : (
    <AlarmPeriods {...shared} state={state} step={shown} />
  )
}
