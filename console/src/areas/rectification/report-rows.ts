import { ORDER_OUTCOMES } from '@backlot/contract/work-orders/constants'
import type { Rectification, RectificationSums } from '@backlot/contract/work-orders/rectification'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { bucketTitle } from './bucket-title.ts'
import { doneRate, inTimeRate } from './rates.ts'

type T = Translate<'rectification'>

/** A line of the report as a file and a print have it: all of it, then by time, group, kind and person. */
type ReportRow = RectificationSums & { by: string; name: string; alarms?: number }

export function reportRows(data: Rectification, t: T, types: AlarmTypes): ReportRow[] {
  const { unit } = data
  return [
    { by: t('rows.all'), name: t('rows.all'), alarms: data.alarms, ...data.sums },
    ...data.buckets
      .filter(({ orders, alarms }) => orders > 0 || alarms > 0)
      .map((bucket) => ({ ...bucket, by: t(`rows.${unit}`), name: bucketTitle(unit, bucket.startTime) })),
    ...data.groups.map((group) => ({ ...group, by: t('rows.groups'), name: group.name })),
    ...data.types.map((kind) => ({ ...kind, by: t('rows.types'), name: kindTitle(kind, types, t) })),
    ...data.persons.map((person) => ({ ...person, by: t('rows.persons'), name: person.name || t('nobody') })),
  ]
}

export function kindTitle(kind: { type: string; subType: string }, types: AlarmTypes, t: T): string {
  return kind.type === '' ? t('byHand') : types.nameOf(kind.type, kind.subType)
}

const percent = (share: number | undefined) => (share === undefined ? '' : Math.round(share * 1000) / 10)

export function reportColumns(t: T): Column<ReportRow>[] {
  const number = (key: string, title: string, value: (row: ReportRow) => number | string | undefined) => ({
    key,
    title,
    width: 100,
    render: () => null,
    cell: value,
  })
  return [
    { key: 'by', title: t('rows.label'), width: 120, render: ({ by }) => by },
    { key: 'name', title: t('name'), width: 260, render: ({ name }) => name },
    number('alarms', t('alarms'), ({ alarms }) => alarms),
    number('orders', t('orders'), ({ orders }) => orders),
    ...ORDER_OUTCOMES.map((outcome) => number(outcome, t(`outcome.${outcome}`), (row) => row[outcome])),
    number('doneRate', t('doneRatePercent'), (row) => percent(doneRate(row))),
    number('inTimeRate', t('inTimeRatePercent'), (row) => percent(inTimeRate(row))),
    number('mean', t('meanHours'), ({ meanSeconds }) =>
      meanSeconds === null ? '' : Math.round(meanSeconds / 360) / 10,
    ),
  ]
}
