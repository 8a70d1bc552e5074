import { getAlarm } from '@backlot/contract/alarms/calls'
import { listAlarmLog } from '@backlot/contract/logs/calls'
import { ALARM_EVENTS, type AlarmLogRow } from '@backlot/contract/logs/entities'
import { useMemo } from 'react'
import { open } from '../../features/open.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { useMayCall } from '../../session/may-call.ts'
import { factsOf } from './log-facts.ts'
import { detailColumn, logDetails, logScreen, spanFilter, timeColumn } from './log-table.tsx'
import type { LogWords } from './log-words.ts'
import { useLogWords } from './use-log-words.ts'

/** Alarms that were raised and the actions on them. A row opens its alarm, for accounts that may see alarms. */
export function AlarmLogScreen() {
  const t = useText('logs')
  const words = useLogWords()
  const mayOpen = useMayCall()(getAlarm)
  const columns = useMemo(() => columnsOf(t, words), [t, words])
  const description = listTable(listAlarmLog, {
    ...logScreen(t, 'alarm'),
    columns,
    details: logDetails(words, factsIn(words)),
    filters: [
      spanFilter(t),
      { kind: 'text', key: 'text', label: t('find'), width: 230, placeholder: t('findAlarm') },
      {
        kind: 'many',
        key: 'events',
        label: t('event'),
        placeholder: t('anyEvent'),
        options: ALARM_EVENTS.map((value) => ({ value, label: t(`alarm.${value}`) })),
      },
      { kind: 'text', key: 'userName', label: t('user'), placeholder: t('userPart') },
    ],
    ...(mayOpen && {
      onRowOpen: ({ alarmId, sn, alarmSeq }) => open({ kind: 'alarm', alarm: { id: alarmId, sn, alarmSeq } }),
    }),
  })
  return <TableScreen description={description} />
}

const factsIn = (words: LogWords) => (row: AlarmLogRow) =>
  factsOf(`alarm.${row.event}`, alarmDetail(row), words)

function columnsOf(t: Translate<'logs'>, words: LogWords): TableDescription<AlarmLogRow>['columns'] {
  const { types } = words
  return [
    timeColumn(t),
    { key: 'event', title: t('event'), width: 138, whole: true, render: ({ event }) => t(`alarm.${event}`) },
    {
      key: 'type',
      title: t('alarmType'),
      width: 172,
      render: ({ type, subType }) => types.nameOf(type, subType),
    },
    { key: 'devName', title: t('devName'), width: 162 },
    { key: 'chnName', title: t('channel'), width: 160, hiddenAtFirst: true },
    {
      key: 'sn',
      title: t('sn'),
      width: 208,
      render: ({ sn }) => <span className="log-number">{sn}</span>,
      cell: ({ sn }) => sn,
    },
    { key: 'userName', title: t('user'), width: 100 },
    detailColumn(words, factsIn(words)),
  ]
}

/** Outcome of the alarm. Reading, reviewing and a new work order are in the event already. */
function alarmDetail({ detail }: AlarmLogRow): Readonly<Record<string, unknown>> {
  const { isRead: _read, auditState: _audit, type, subType, ...rest } = detail
  if (rest['orderId'] !== undefined) delete rest['processingType']
  if (rest['orderNumber'] !== undefined) delete rest['orderId']
  if (typeof type !== 'string') return rest
  return { type: typeof subType === 'string' && subType !== '' ? `${type}-${subType}` : type, ...rest }
}
