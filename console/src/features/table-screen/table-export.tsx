import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { useMayCall } from '../../session/may-call.ts'
import { ExportButton } from './export-button.tsx'
import type { ExportJob } from './export-rows.ts'
import { EXPORT_PAGE_SIZE } from './list-table.ts'
import type { Column, FetchPage, Filtered, TableDescription, TableQuery } from './table-screen-types.ts'

const dayOf = (seconds: number) => formatTime(seconds).slice(0, 10)

/** The export of a table: all rows that match, in the order in which they are shown. */
export function TableExportButton<Row extends object>(props: {
  description: TableDescription<Row>
  fetch: FetchPage<Row> | undefined
  asked: TableQuery
  filtered: () => Filtered
  columns: readonly Column<Row>[]
}) {
  const { description, fetch, asked, filtered, columns } = props
  const t = useText('shell')
  const mayCall = useMayCall()
  const wanted = description.export
  if (!wanted) return null
  const fetchRows = wanted.fetch ?? fetch
  const reason =
    wanted.call && !mayCall(wanted.call)
      ? t('table.mayNot')
      : (wanted.disabledReason?.() ?? (fetch ? undefined : t('table.noQuery')))
  const job = (): ExportJob<Row> => {
    // Quick ranges stay as they are at the press, however long it takes.
    const from = filtered()
    const pageSize = wanted.pageSize ?? EXPORT_PAGE_SIZE
    return {
      title: description.title,
      fileName: from.range
        ? t('table.fileSpan', {
            name: wanted.fileName,
            from: dayOf(from.range.startTime),
            to: dayOf(from.range.endTime),
          })
        : wanted.fileName,
      columns: wanted.columns ?? columns,
      fetchPage(currentPage, next, signal) {
        if (!fetchRows) throw new Error(`${description.name}: nothing to export from`)
        const query = { ...asked, currentPage, pageSize, ...(next === undefined ? {} : { next }) }
        return fetchRows(query, signal, from)
      },
    }
  }
  return <ExportButton job={job} reason={reason} />
}
