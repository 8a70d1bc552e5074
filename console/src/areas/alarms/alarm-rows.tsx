import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Switch, Tooltip } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import type { AlarmFilter } from '../../features/alarms/use-alarm-filters.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column, TableAction, TableHandle } from '../../features/table-screen/table-screen-types.ts'
import { useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { processingFor } from './alarm-rules.ts'
import { openDetail } from './alarm-view-store.ts'
import { BatchProcessDialog } from './batch-process-dialog.tsx'
import { readBatch } from './batch-read.tsx'
import { type AlarmLine, alarmsOf, lineKey } from './page-groups.ts'
import { ReviewHelp } from './review/review-help.tsx'
import { useMayHandle } from './use-may-handle.ts'
import { useOrderAction } from './use-order-action.ts'

/** Alarms in the archive stay as they are. */
const isUnread = ({ isRead, archived }: Alarm) => isRead === 0 && !archived

/** Single alarms, paged and sorted by the server, with bulk actions. */
export function AlarmRows(props: {
  filters: readonly AlarmFilter[]
  barEnd: ReactNode
  columns: readonly Column<Alarm>[]
  table: RefObject<TableHandle<Alarm> | null>
  /** Undefined: every alarm is a row. */
  linesOf: ((rows: readonly Alarm[]) => readonly AlarmLine[]) | undefined
  onGroup: (on: boolean) => void
  onToggle: (line: AlarmLine) => void
  onRowKey: (event: KeyboardEvent<HTMLElement>, line: AlarmLine) => void
}) {
  const t = useText('alarms')
  const mayHandle = useMayHandle()
  const orderAction = useOrderAction()
  const user = useSession((session) => session.userInfo)
  const [batch, setBatch] = useState<{ alarms: readonly Alarm[]; changed: () => void }>()
  const open = (alarm: Alarm) => user !== undefined && processingFor(alarm, user) === 'open'

  const batchActions: TableAction<readonly Alarm[]>[] = [
    {
      key: 'process',
      label: t('query.processBatch'),
      disabledReason: (alarms) => {
        if (!mayHandle) return t('detail.mayNot')
        if (alarms.length === 0) return t('query.selectFirst')
        return alarms.some(open) ? undefined : t('query.noneOpen')
      },
      run: (alarms, changed) => setBatch({ alarms, changed }),
    },
    {
      key: 'read',
      label: t('query.markRead'),
      disabledReason: (alarms) => {
        if (alarms.length === 0) return t('query.selectFirst')
        return alarms.some(isUnread) ? undefined : t('query.allReadAlready')
      },
      async run(alarms, changed) {
        if (await readBatch(alarms.filter(isUnread))) changed()
      },
    },
    orderAction,
  ]

  const description = listTable(listAlarms, {
    name: 'alarms',
    title: t('query.title'),
    columns: props.columns,
    rowKey: lineKey,
    filters: props.filters,
    defaultPageSize: 100,
    defaultSort: { key: 'startTime', order: 'desc' },
    onRowOpen: (line: AlarmLine, rows) =>
      line.group ? props.onToggle(line) : openDetail(line, rows, props.table.current ?? undefined),
    ...(props.linesOf && { lines: { of: props.linesOf, rowsOf: alarmsOf } }),
    onRowKey: props.onRowKey,
    batchActions,
    rowClassName: (alarm) => (isUnread(alarm) ? 'alarm-unread' : ''),
    autoRefresh: true,
  })
  return (
    <>
      <TableScreen
        description={description}
        barStart={
          <Tooltip title={t('query.groupTip')}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is the control */}
            <label className="alarm-cause-switch">
              <Switch size="small" checked={props.linesOf !== undefined} onChange={props.onGroup} />
              {t('query.groupCauses')}
            </label>
          </Tooltip>
        }
        barEnd={props.barEnd}
        foot={<ReviewHelp />}
        handle={props.table}
      />
      {batch && (
        <BatchProcessDialog
          alarms={batch.alarms.filter(open)}
          skipped={batch.alarms.filter((alarm) => !open(alarm)).length}
          onDone={batch.changed}
          onClose={() => setBatch(undefined)}
        />
      )}
    </>
  )
}
