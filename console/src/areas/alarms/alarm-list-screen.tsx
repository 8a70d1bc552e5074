import type { Alarm } from '@backlot/contract/alarms/entities'
import { useMemo, useState } from 'react'
import { shown } from '../../app/message-bridge.tsx'
import { queryClient } from '../../app/query-client.ts'
import { useSession } from '../../app/session-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { alarmKey } from '../../parts/alarms/alarm-key.ts'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { TableScreen } from '../../parts/table-screen/table-screen.tsx'
import type { TableAction, TableDescription } from '../../parts/table-screen/table-screen-types.ts'
import { alarmColumns } from './alarm-columns.tsx'
import { AlarmQueryFilters } from './alarm-query-filters.tsx'
import { processingFor } from './alarm-rules.ts'
import { markRead } from './alarm-store.ts'
import { openDetail } from './alarm-view-store.ts'
import { BatchProcessDialog } from './batch-process-dialog.tsx'
import { useAlarmQuery } from './use-alarm-query.ts'
import { useMayHandle } from './use-may-handle.ts'
import './alarm-list-screen.css'

/** The alarm query: every stated condition, at most 24 hours, paged and sorted by the server. */
export function AlarmListScreen() {
  const t = useText('alarms')
  const types = useAlarmTypes()
  const query = useAlarmQuery()
  const mayHandle = useMayHandle()
  const user = useSession((session) => session.userInfo)
  const [batch, setBatch] = useState<readonly Alarm[]>()
  const columns = useMemo(() => alarmColumns(t, types), [t, types])
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
      run: (alarms) => setBatch(alarms),
    },
    {
      key: 'read',
      label: t('query.markRead'),
      disabledReason: (alarms) => {
        if (alarms.length === 0) return t('query.selectFirst')
        return alarms.some((alarm) => alarm.isRead === 0) ? undefined : t('query.allReadAlready')
      },
      run: async (alarms) => {
        try {
          await markRead(alarms.filter((alarm) => alarm.isRead === 0))
          shown().message.success(t('query.markedRead'))
          await queryClient.invalidateQueries({ queryKey: ['alarms'] })
        } catch (error) {
          shown().message.error(errorText(error))
        }
      },
    },
  ]

  const description: TableDescription<Alarm> = {
    name: 'alarms',
    title: t('query.title'),
    columns,
    rowKey: alarmKey,
    fetch: query.fetch,
    fetchKey: query.fetchKey,
    defaultPageSize: 100,
    defaultSort: { key: 'startTime', order: 'desc' },
    onRowOpen: (alarm, rows) => openDetail(alarm, rows),
    batchActions,
    rowClassName: (alarm) => (alarm.isRead === 0 ? 'alarm-unread' : ''),
  }
  return (
    <>
      <TableScreen description={description} filters={<AlarmQueryFilters query={query} types={types} />} />
      {batch && (
        <BatchProcessDialog
          alarms={batch.filter(open)}
          skipped={batch.filter((alarm) => !open(alarm)).length}
          onClose={() => setBatch(undefined)}
        />
      )}
    </>
  )
}
