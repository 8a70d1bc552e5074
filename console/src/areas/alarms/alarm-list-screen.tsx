import type { Alarm } from '@backlot/contract/alarms/entities'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useAlarmFilters } from '../../features/alarms/use-alarm-filters.ts'
import { loadTree } from '../../features/device-tree/device-store.ts'
import type { TableHandle } from '../../features/table-screen/table-screen-types.ts'
import { useTableUrl } from '../../features/table-screen/table-url.ts'
import { useTableFilters } from '../../features/table-screen/use-table-filters.ts'
import { useText } from '../../language/language.ts'
import { alarmColumns } from './alarm-columns.tsx'
import { AlarmExport } from './alarm-export.tsx'
import { AlarmPeriods } from './alarm-periods.tsx'
import { AlarmRows } from './alarm-rows.tsx'
import { type AlarmLine, lineKey, pageLines } from './page-groups.ts'
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
  const url = useTableUrl()
  const isGrouped = url.get('group') === 'cause'
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (line: AlarmLine) =>
      setOpen((before) => {
        const key = lineKey(line)
        return before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])
      }),
    [],
  )
  const linesOf = useMemo(
    () => (isGrouped ? (rows: readonly Alarm[]) => pageLines(rows, types, open) : undefined),
    [isGrouped, types, open],
  )
  const columns = useMemo(() => alarmColumns(t, types, act, toggle), [t, types, act, toggle])
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
    <AlarmRows
      {...shared}
      columns={columns}
      table={table}
      linesOf={linesOf}
      onGroup={(on) => url.setPaging({ group: on ? 'cause' : undefined })}
      onToggle={toggle}
      onRowKey={onRowKey}
    />
  ) : (
    <AlarmPeriods {...shared} state={state} step={shown} />
  )
}

const isPictures = ({ key }: { key: string }) => key === 'pictures'
