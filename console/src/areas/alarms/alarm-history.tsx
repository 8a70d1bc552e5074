import { alarmHistory } from '@backlot/contract/alarms/calls'
import type { Alarm, AlarmChange, AlarmHistoryEntry } from '@backlot/contract/alarms/entities'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { processingName } from './alarm-rules.ts'

/** Actions on an alarm, newest first: who, when, from which state to which. Loaded again when the alarm changes. */
export function AlarmHistory({ alarm, types }: { alarm: Alarm; types: AlarmTypes }) {
  const t = useText('alarmDetail')
  const { data, error } = useQuery({
    queryKey: [
      'alarms',
      'history',
      alarm.id,
      alarm.cursor,
      alarm.processingType,
      alarm.isRead,
      alarm.auditState,
      alarm.responderName,
    ],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await request(alarmHistory, { query: { id: alarm.id }, signal })).list,
  })
  if (error) return <p className="alarm-side-note">{t('history.failed')}</p>
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  if (data.length === 0) return <p className="alarm-side-note">{t('history.none')}</p>
  return (
    <ol className="alarm-history">
      {data.map((entry) => (
        <li key={entry.id}>
          <strong>{t(`history.${entry.action}`)}</strong>
          <span>{entry.userName}</span>
          <time>{formatTime(entry.time)}</time>
          <Change entry={entry} types={types} />
        </li>
      ))}
    </ol>
  )
}

function Change({ entry, types }: { entry: AlarmHistoryEntry; types: AlarmTypes }) {
  const t = useText('alarmDetail')
  const tAlarms = useText('alarms')
  const { action, from, to } = entry
  const processing = ({ processingType }: AlarmChange) =>
    tAlarms(`processing.${processingName(processingType ?? null)}` as TextKey<'alarms'>)
  if (action === 'read') return null
  if (action === 'respond')
    return from.responderName ? <p>{t('history.takenFrom', { name: from.responderName })}</p> : null
  if (action === 'audit') return <p>{t('history.change', { from: t('audit.none'), to: t('audit.done') })}</p>
  if (action === 'changeType') {
    const name = ({ type = '', subType = '' }: AlarmChange) => types.nameOf(type, subType)
    return <p>{t('history.change', { from: name(from), to: name(to) })}</p>
  }
  return (
    <p>
      {t('history.change', { from: processing(from), to: processing(to) })}
      {to.orderId !== undefined && ` · ${t('history.order', { number: to.orderNumber ?? to.orderId })}`}
      {to.processingContent && <q>{to.processingContent}</q>}
    </p>
  )
}
