import { ORDER_OUTCOMES } from '@backlot/contract/work-orders/constants'
import type { Rectification, RectificationSums } from '@backlot/contract/work-orders/rectification'
import { Link } from 'react-router-dom'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { useCan } from '../../session/session-store.ts'
import { bucketTitle } from './bucket-title.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { doneRate, inTimeRate } from './rates.ts'
import { type Counted, ordersPath } from './rectification-link.ts'
import { kindTitle } from './report-rows.ts'
import type { ReportQuery } from './use-rectification.ts'
import { useReportNumbers } from './use-report-numbers.ts'

type Line = { key: string; name: string; alarms?: number; sums: RectificationSums; counted: Counted }

/** The period by time, group, kind or person; each number leads to its orders. */
export function RectificationTable({ data, query }: { data: Rectification; query: ReportQuery }) {
  const t = useText('rectification')
  const numbers = useReportNumbers()
  const mayList = useCan('/earlyWarningData/workOrderList')
  const lines = useLines(data, query)
  const withAlarms = query.rows !== 'persons'
  const total: Line = {
    key: 'total',
    name: t('rows.all'),
    alarms: data.alarms,
    sums: data.sums,
    counted: { startTime: data.startTime, endTime: data.endTime, nodeId: query.nodeId },
  }
  const linked = (what: string, value: number, { name, counted }: Line) => {
    const count = numbers.count(value)
    if (value === 0 || !mayList) return count
    return (
      <Link to={ordersPath(counted)} aria-label={t('countedOf', { what, count, row: name })}>
        {count}
      </Link>
    )
  }
  const row = (line: Line) => {
    const { key, name, alarms, sums, counted } = line
    return (
      <tr key={key}>
        <th scope="row" title={name}>
          {name}
        </th>
        {withAlarms && <td>{numbers.count(alarms ?? 0)}</td>}
        <td>{linked(t('orders'), sums.orders, line)}</td>
        {ORDER_OUTCOMES.map((outcome) => (
          <td key={outcome} data-zero={sums[outcome] === 0 || undefined}>
            {linked(t(`outcome.${outcome}`), sums[outcome], { ...line, counted: { ...counted, outcome } })}
          </td>
        ))}
        <td>{numbers.percent(doneRate(sums))}</td>
        <td>{numbers.percent(inTimeRate(sums))}</td>
        <td>{numbers.span(sums.meanSeconds)}</td>
      </tr>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard too
    <section className="rectification-table" tabIndex={0} aria-label={t('table')}>
      <table aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{query.rows === 'buckets' ? t('time') : t('name')}</th>
            {withAlarms && <th scope="col">{t('alarms')}</th>}
            <th scope="col">{t('orders')}</th>
            {ORDER_OUTCOMES.map((outcome) => (
              <th scope="col" key={outcome}>
                <OutcomeMark outcome={outcome} /> {t(`outcome.${outcome}`)}
              </th>
            ))}
            <th scope="col">{t('doneRate')}</th>
            <th scope="col">{t('inTimeRate')}</th>
            <th scope="col">{t('mean')}</th>
          </tr>
        </thead>
        <tbody>{lines.map(row)}</tbody>
        <tfoot>{row(total)}</tfoot>
      </table>
    </section>
  )
}

function useLines(data: Rectification, { rows, nodeId }: ReportQuery): Line[] {
  const t = useText('rectification')
  const types = useAlarmTypes()
  const period = { startTime: data.startTime, endTime: data.endTime, nodeId }
  switch (rows) {
    case 'buckets':
      return data.buckets
        .filter(({ orders, alarms }) => orders > 0 || alarms > 0)
        .map((sums) => ({
          key: String(sums.startTime),
          name: bucketTitle(data.unit, sums.startTime),
          alarms: sums.alarms,
          sums,
          counted: { ...period, startTime: sums.startTime, endTime: sums.endTime },
        }))
    case 'groups':
      return data.groups.map((sums) => ({
        key: String(sums.nodeId),
        name: sums.name,
        alarms: sums.alarms,
        sums,
        counted: { ...period, groupId: sums.nodeId },
      }))
    case 'types':
      return data.types.map((sums) => ({
        key: `${sums.type} ${sums.subType}`,
        name: kindTitle(sums, types, t),
        alarms: sums.alarms,
        sums,
        counted: { ...period, kind: sums },
      }))
    case 'persons':
      return data.persons.map((sums) => ({
        key: String(sums.userId),
        name: sums.name || t('nobody'),
        sums,
        counted: { ...period, assigneeId: sums.userId },
      }))
  }
}
