import type { AlarmSum } from '@backlot/contract/alarms/statistics-calls'
import type { Translate } from '../../language/language.ts'
import type { Column } from '../table-screen/table-screen-types.ts'
import type { UrlChange } from '../table-screen/table-url.ts'
import { COUNTS, figureChange, TIMES } from './counted.ts'
import { durationShort } from './duration-short.ts'
import { Figure } from './figure.tsx'

/** 'Not processed' with the arrows of sorting, where a screen of 1280 fits all columns a little narrower. */
const OPEN_PX = 136

type OnOpen = (sum: AlarmSum, change: UrlChange) => void

/** Columns of every table of sums; each figure opens the alarms it counts. `nameOf`: subject of a row. */
export function sumColumns(
  t: Translate<'alarmQuery'>,
  locale: string,
  nameOf: (sum: AlarmSum) => string,
  onOpen: OnOpen | undefined,
): Column<AlarmSum>[] {
  const figure = (sum: AlarmSum, key: (typeof COUNTS)[number] | (typeof TIMES)[number], text: string) => {
    const change = figureChange(key, sum, sum.response)
    return (
      <Figure
        called={t('figure.ofRow', { what: t(`sum.${key}`), figure: text, row: nameOf(sum) })}
        says={t('figure.opens', { what: t(`sum.${key}`) })}
        onOpen={onOpen && change && (() => onOpen(sum, change))}
      >
        {text}
      </Figure>
    )
  }
  return [
    ...COUNTS.map(
      (key): Column<AlarmSum> => ({
        key,
        title: t(`sum.${key}`),
        width: key === 'open' ? OPEN_PX : 112,
        align: 'right',
        sortable: true,
        render: (sum) => figure(sum, key, sum[key].toLocaleString(locale)),
        cell: (sum) => sum[key],
      }),
    ),
    {
      key: 'share',
      title: t('sum.share'),
      width: 96,
      align: 'right',
      render: (sum) => ((sum.total - sum.open) / sum.total).toLocaleString(locale, { style: 'percent' }),
      cell: (sum) => ({ number: ((sum.total - sum.open) / sum.total) * 100, decimals: 1 }),
      unit: '%',
    },
    ...TIMES.map(
      (key): Column<AlarmSum> => ({
        key,
        title: t(`sum.${key}`),
        width: 152,
        align: 'right',
        sortable: true,
        hiddenAtFirst: key === 'mean',
        render: (sum) => {
          const seconds = sum.response[key]
          return figure(sum, key, seconds === null ? '–' : durationShort(seconds, t))
        },
        cell: ({ response }) => response[key],
        unit: 's',
      }),
    ),
  ]
}
