import { DownloadOutlined } from '@ant-design/icons'
import type { ReadingHistory } from '@backlot/contract/sensors/entities'
import { Button, Table } from 'antd'
import { useMemo, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { saveFile } from '../../features/player/snapshot.ts'
import { openXlsx } from '../../features/table-screen/xlsx-file.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { FlagMark } from './flag-mark.tsx'
import { columnsOf, fileRows, type HistoryCell } from './history-columns.ts'

type Row = { time: number; cells: HistoryCell[] }

const TIME_PX = 150
const VALUE_PX = 128

/** The values as rows, newest first. */
export function HistoryTable({ history, codes }: { history: ReadingHistory; codes: readonly string[] }) {
  const t = useText('sensors')
  const columns = useMemo(() => columnsOf(history, codes), [history, codes])
  const rows = useMemo(
    () =>
      history.times
        .map((time, i): Row => ({ time, cells: columns.map((column) => column.cell(i)) }))
        .reverse(),
    [history, columns],
  )
  return (
    <Table<Row>
      size="small"
      aria-label={t('views.history')}
      rowKey="time"
      className="history-table"
      dataSource={rows}
      pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
      scroll={{ x: TIME_PX + columns.length * VALUE_PX }}
      columns={[
        {
          key: 'time',
          title: t('history.when'),
          width: TIME_PX,
          fixed: 'left',
          render: (_, { time }) => formatTime(time),
        },
        ...columns.map((column, i) => ({
          key: String(i),
          title: column.title,
          width: VALUE_PX,
          align: 'right' as const,
          render: (_: unknown, row: Row) => {
            const { value, flag, state } = row.cells[i]!
            return (
              <span className="history-value" data-state={state}>
                {value === null ? '–' : value.toFixed(column.decimals)}
                {flag && <FlagMark flag={flag} />}
              </span>
            )
          },
        })),
      ]}
    />
  )
}

/** Saves the shown rows. */
export function HistoryExport({
  name,
  history,
  codes,
}: {
  name: string
  history: ReadingHistory
  codes: readonly string[]
}) {
  const t = useText('sensors')
  const shell = useText('shell')
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    const columns = columnsOf(history, codes)
    const file = openXlsx(t('views.history'), [
      { title: t('history.when'), widthPx: TIME_PX },
      ...columns.flatMap(({ title }) => [
        { title, widthPx: VALUE_PX },
        { title: t('history.flag'), widthPx: 60 },
      ]),
    ])
    try {
      file.add(fileRows(history, columns))
      const day = formatTime(history.startTime).slice(0, 10)
      saveFile(await file.finish(), `${name}_${day}_${t(`history.by.${history.interval}`)}.xlsx`)
      notify.success(shell('table.exported', { count: history.times.length }))
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      file.close()
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run()}>
      {shell('table.export')}
    </Button>
  )
}
