import type { QueryIn } from '@backlot/contract/call'
import { listAlarmLog } from '@backlot/contract/logs/calls'
import { ALARM_EVENTS, type AlarmLogRow } from '@backlot/contract/logs/entities'
import { useMemo } from 'react'
import { openAlarm } from '../../app/alarm-opener.ts'
import { type Translate, useText } from '../../language/language.ts'
import { type AlarmTypes, useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { processingName } from '../../parts/alarms/processing-name.ts'
import { TableScreen } from '../../parts/table-screen/table-screen.tsx'
import type { TableDescription } from '../../parts/table-screen/table-screen-types.ts'
import { request } from '../../platform/client.ts'
import { detailColumn, NOTHING, spanFilter, timeColumn } from './log-table.tsx'

type Texts = { t: Translate<'logs'>; alarms: Translate<'alarms'>; types: AlarmTypes }

/** Alarms that were raised and what people did with them. A row opens its alarm. */
export function AlarmLogScreen() {
  const t = useText('logs')
  const alarms = useText('alarms')
  const types = useAlarmTypes()
  const columns = useMemo(() => columnsOf({ t, alarms, types }), [t, alarms, types])
  const description: TableDescription<AlarmLogRow> = {
    name: 'alarmLog',
    title: t('title.alarm'),
    columns,
    rowKey: ({ id }) => id,
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
    fetch: (query, signal, { filters, range }) =>
      request(listAlarmLog, {
        query: { ...query, ...filters, ...range } as QueryIn<typeof listAlarmLog>,
        signal,
      }),
    defaultSort: { key: 'time', order: 'desc' },
    onRowOpen: ({ alarmId, sn, alarmSeq }) => openAlarm({ id: alarmId, sn, alarmSeq }),
    empty: t('none'),
    export: { fileName: t('title.alarm') },
    autoRefresh: true,
  }
  return <TableScreen description={description} />
}

function columnsOf(texts: Texts): TableDescription<AlarmLogRow>['columns'] {
  const { t, types } = texts
  return [
    timeColumn(t),
    { key: 'event', title: t('event'), width: 110, render: ({ event }) => t(`alarm.${event}`) },
    {
      key: 'type',
      title: t('alarmType'),
      width: 220,
      render: ({ type, subType }) => types.nameOf(type, subType),
    },
    { key: 'devName', title: t('devName'), width: 210, render: ({ devName }) => devName || NOTHING },
    {
      key: 'chnName',
      title: t('channel'),
      width: 160,
      hiddenAtFirst: true,
      render: ({ chnName }) => chnName || NOTHING,
    },
    {
      key: 'sn',
      title: t('sn'),
      width: 212,
      render: ({ sn }) => <span className="log-number">{sn}</span>,
      cell: ({ sn }) => sn,
    },
    { key: 'userName', title: t('user'), width: 130, render: ({ userName }) => userName || NOTHING },
    detailColumn(t, (row) => alarmDetail(row, texts)),
  ]
}

/** What became of the alarm, in the words of the operator. */
function alarmDetail({ event, detail }: AlarmLogRow, { alarms, types }: Texts): string {
  const { processingType, processingContent, type, subType, orderId } = detail
  if (event === 'process' && (typeof processingType === 'number' || processingType === null)) {
    const words = [alarms(`processing.${processingName(processingType)}`), processingContent]
    return words.filter((word) => typeof word === 'string' && word !== '').join(' · ')
  }
  if (event === 'changeType' && typeof type === 'string') {
    return types.nameOf(type, typeof subType === 'string' ? subType : '')
  }
  return typeof orderId === 'number' ? `# ${orderId}` : ''
}
