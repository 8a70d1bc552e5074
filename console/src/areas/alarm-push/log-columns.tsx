import type { PushDelivery } from '@backlot/contract/alarm-push/entities'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { PushStateTag } from './push-state.tsx'

const NOTHING = '–'
const timeText = (seconds: number | null) => (seconds === null ? NOTHING : formatTime(seconds))
const dateCell = (seconds: number | null) => (seconds === null ? '' : { date: seconds })

export function logColumns(t: Translate<'alarmPush'>): Column<PushDelivery>[] {
  return [
    { key: 'id', title: t('number'), width: 84, fixed: true, align: 'right' },
    {
      key: 'created',
      title: t('created'),
      width: 164,
      render: ({ createTime }) => formatTime(createTime),
      cell: ({ createTime }) => ({ date: createTime }),
    },
    { key: 'rule', title: t('rule'), width: 150, render: ({ ruleName }) => ruleName },
    { key: 'kind', title: t('kind'), width: 84, render: ({ kind }) => t(`kindName.${kind}`) },
    { key: 'events', title: t('eventCount'), width: 84, align: 'right' },
    {
      key: 'state',
      title: t('state'),
      width: 110,
      render: ({ state }) => <PushStateTag state={state} />,
      cell: ({ state }) => t(`stateName.${state}`),
    },
    {
      key: 'status',
      title: t('status'),
      width: 76,
      align: 'right',
      render: ({ httpStatus }) => httpStatus ?? NOTHING,
    },
    { key: 'attempts', title: t('attempts'), width: 70, spare: true, align: 'right' },
    {
      key: 'reason',
      title: t('reason'),
      width: 320,
      render: ({ reason }) => (reason === '' ? NOTHING : <span title={reason}>{reason}</span>),
      cell: ({ reason }) => reason,
    },
    {
      key: 'tried',
      title: t('tried'),
      width: 164,
      hiddenAtFirst: true,
      render: ({ lastTime }) => timeText(lastTime),
      cell: ({ lastTime }) => dateCell(lastTime),
    },
    {
      key: 'next',
      title: t('next'),
      width: 164,
      spare: true,
      render: ({ nextTime }) => timeText(nextTime),
      cell: ({ nextTime }) => dateCell(nextTime),
    },
    {
      key: 'duration',
      title: t('duration'),
      width: 90,
      spare: true,
      align: 'right',
      render: ({ durationMs }) => (durationMs === null ? NOTHING : t('durationMs', { duration: durationMs })),
      cell: ({ durationMs }) => durationMs,
      unit: 'ms',
    },
    { key: 'bytes', title: t('bytes'), width: 90, align: 'right', hiddenAtFirst: true },
  ]
}
