import { listPushLog, listPushRules, retryPush } from '@backlot/contract/alarm-push/calls'
import { PUSH_STATES } from '@backlot/contract/alarm-push/constants'
import { useQuery } from '@tanstack/react-query'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { logColumns } from './log-columns.tsx'

/** Sent requests, newest first, with their results. */
export function LogTable() {
  const t = useText('alarmPush')
  const rules = useQuery({
    queryKey: ['alarmPush', 'choice'],
    queryFn: ({ signal }) => request(listPushRules, { query: { pageSize: 100 }, signal }),
  })
  const description = listTable(listPushLog, {
    name: 'alarmPushLog',
    title: t('part.log'),
    columns: logColumns(t),
    rowKey: ({ id }) => String(id),
    filters: [
      {
        kind: 'choice',
        key: 'ruleId',
        label: t('rule'),
        options: (rules.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'choice',
        key: 'state',
        label: t('state'),
        options: PUSH_STATES.map((value) => ({ value, label: t(`stateName.${value}`) })),
      },
    ],
    empty: t('noLog'),
    rowActions: [
      {
        key: 'retry',
        label: t('retry'),
        call: retryPush,
        shownFor: ({ state, kind }) => kind === 'alarms' && (state === 'failed' || state === 'waiting'),
        async run({ id }) {
          await request(retryPush, { body: { id } })
          return t('retried', { id })
        },
      },
    ],
    rowActionsWidth: 110,
    export: { fileName: t('part.log') },
    autoRefresh: true,
  })
  return <TableScreen description={description} />
}
