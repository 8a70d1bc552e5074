import type { OnlineSum } from '@backlot/contract/statistics/calls'
import type { ReactNode } from 'react'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import type { Numbers } from './use-numbers.ts'

/** The columns that days, groups and devices have in common. */
export function sumColumns<Row extends OnlineSum>(
  t: Translate<'statistics'>,
  numbers: Numbers,
  sortable: boolean,
): Column<Row>[] {
  const column = (
    key: string,
    title: string,
    width: number,
    render: (row: Row) => ReactNode,
  ): Column<Row> => ({
    key,
    title,
    width,
    align: 'right',
    sortable,
    render,
  })
  return [
    {
      ...column('rate', t('field.rate'), 190, ({ rate }) => (
        <span className="stat-rate">
          <span className="stat-bar" aria-hidden>
            <span style={{ width: `${rate * 100}%` }} />
          </span>
          <span>{numbers.percent(rate)}</span>
        </span>
      )),
      fixed: true,
    },
    column('onlineSeconds', t('field.online'), 150, ({ onlineSeconds }) => numbers.duration(onlineSeconds)),
    column('offlineSeconds', t('field.offline'), 150, ({ offlineSeconds }) =>
      numbers.duration(offlineSeconds),
    ),
    column('drops', t('field.drops'), 110, ({ drops }) => numbers.count(drops)),
  ]
}
