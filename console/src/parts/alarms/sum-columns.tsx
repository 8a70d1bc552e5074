import type { AlarmSum } from '@backlot/contract/alarms/statistics-calls'
import type { Translate } from '../../language/language.ts'
import type { Column } from '../table-screen/table-screen-types.ts'
import { durationShort } from './duration-short.ts'

const COUNTS = ['total', 'open', 'grave', 'ongoing', 'unread'] as const
const TIMES = ['median', 'mean', 'p90'] as const

/** What every table of sums counts. Files have plain seconds. */
export function sumColumns(t: Translate<'alarmQuery'>, locale: string): Column<AlarmSum>[] {
  return [
    ...COUNTS.map(
      (key): Column<AlarmSum> => ({
        key,
        title: t(`sum.${key}`),
        width: 128,
        align: 'right',
        sortable: true,
        render: (sum) => sum[key].toLocaleString(locale),
        cell: (sum) => sum[key],
      }),
    ),
    {
      key: 'share',
      title: t('sum.share'),
      width: 110,
      align: 'right',
      render: (sum) => ((sum.total - sum.open) / sum.total).toLocaleString(locale, { style: 'percent' }),
      cell: (sum) => Math.round(((sum.total - sum.open) / sum.total) * 1000) / 1000,
    },
    ...TIMES.map(
      (key): Column<AlarmSum> => ({
        key,
        title: t(`sum.${key}`),
        width: 140,
        align: 'right',
        sortable: true,
        hiddenAtFirst: key === 'mean',
        render: ({ response }) => (response[key] === null ? '–' : durationShort(response[key], t)),
        cell: ({ response }) => response[key],
      }),
    ),
  ]
}
