import { exportAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { ExportButton } from '../../features/table-screen/export-button.tsx'
import type { ExportJob } from '../../features/table-screen/export-rows.ts'
import type { Column, SortOrder } from '../../features/table-screen/table-screen-types.ts'
import { useTableUrl } from '../../features/table-screen/table-url.ts'
import type { TableFilters } from '../../features/table-screen/use-table-filters.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'
import { useMayCall } from '../../session/may-call.ts'
import { fetchExport, mayExport } from './use-alarm-query.ts'

const PAGE_SIZE = 1000
/** Alarms seldom have more pictures and clips than this; the column of their number shows it. */
const LINKS = 3

/** Saves the alarms that match, at most of seven days, with every column and links to their pictures. */
export function AlarmExport({ columns, state }: { columns: readonly Column<Alarm>[]; state: TableFilters }) {
  const t = useText('alarmQuery')
  const shell = useText('shell')
  const mayCall = useMayCall()
  const url = useTableUrl()
  const range = state.time?.range() ?? {}
  const reason = () => {
    if (!mayCall(exportAlarms)) return shell('table.mayNot')
    if (state.time?.fault) return t('export.wait')
    return mayExport(range) ? undefined : t('export.only7Days')
  }
  const job = (): ExportJob<Alarm> => {
    const filtered = state.filtered()
    const sort = sortOf(url.sort)
    const dayOf = (seconds = 0) => formatTime(seconds).slice(0, 10)
    return {
      title: t('title'),
      fileName: t('export.fileName', {
        from: dayOf(filtered.range?.startTime),
        to: dayOf(filtered.range?.endTime),
      }),
      columns: [...columns, ...linkColumns((n) => t('export.picture', { n }))],
      fetchPage: (currentPage, next, signal) =>
        fetchExport(
          { currentPage, pageSize: PAGE_SIZE, ...sort, ...(next === undefined ? {} : { next }) },
          signal,
          filtered,
        ),
    }
  }
  return <ExportButton job={job} reason={reason()} />
}

const LISTED = ['startTime', 'type', 'devName', 'processingTime']

/** The order of the list; that of counts is none of alarms. */
function sortOf(sort: { key: string; order: SortOrder } | undefined) {
  return sort && LISTED.includes(sort.key) ? { sort: sort.key, order: sort.order } : {}
}

function linkColumns(title: (n: number) => string): Column<Alarm>[] {
  return Array.from({ length: LINKS }, (_, index) => ({
    key: `link${index}`,
    title: title(index + 1),
    width: 300,
    render: () => null,
    cell: ({ resource }: Alarm) => {
      const one = resource[index]
      return one && { href: platformAddress(one.url) }
    },
  }))
}
