import { ORDER_OUTCOMES } from '@backlot/contract/work-orders/constants'
import type { OrderOutcome } from '@backlot/contract/work-orders/entities'
import type { Rectification } from '@backlot/contract/work-orders/rectification'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DefinedTerm, type Term } from '../../components/defined-term.tsx'
import { useText } from '../../language/language.ts'
import { useCan } from '../../session/session-store.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { doneRate, inTimeRate } from './rates.ts'
import { ordersPath } from './rectification-link.ts'
import { useReportNumbers } from './use-report-numbers.ts'

const TERMS: Partial<Record<OrderOutcome, Term>> = { open: 'periodOpen', overdue: 'periodOverdue' }

function defined(outcome: OrderOutcome, label: ReactElement): ReactElement {
  const term = TERMS[outcome]
  return term ? <DefinedTerm term={term}>{label}</DefinedTerm> : label
}

/** The sums of a period; each leads to the orders that it counts. */
export function RectificationTiles({ data, nodeId }: { data: Rectification; nodeId: number | undefined }) {
  const t = useText('rectification')
  const numbers = useReportNumbers()
  const mayList = useCan('/earlyWarningData/workOrderList')
  const { sums, startTime, endTime } = data
  const more = sums.orders - data.before.orders
  const tile = (
    key: string,
    label: ReactNode,
    title: string,
    value: string,
    note: string | undefined,
    to: string | undefined,
  ) => (
    <div key={key}>
      <dt>{label}</dt>
      <dd>
        {to !== undefined && mayList ? (
          <Link to={to} aria-label={t('counted', { what: title, count: value })}>
            {value}
          </Link>
        ) : (
          value
        )}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  )
  const period = { startTime, endTime, nodeId }
  return (
    <dl className="rectification-tiles">
      {tile(
        'alarms',
        t('alarms'),
        t('alarms'),
        numbers.count(data.alarms),
        t('withOrder', { count: data.alarmsWithOrder }),
        undefined,
      )}
      {tile(
        'orders',
        t('orders'),
        t('orders'),
        numbers.count(sums.orders),
        t('against', { change: more > 0 ? `+${more}` : String(more) }),
        ordersPath(period),
      )}
      {ORDER_OUTCOMES.map((outcome) =>
        tile(
          outcome,
          defined(
            outcome,
            <span>
              <OutcomeMark outcome={outcome} /> {t(`outcome.${outcome}`)}
            </span>,
          ),
          t(`outcome.${outcome}`),
          numbers.count(sums[outcome]),
          undefined,
          ordersPath({ ...period, outcome }),
        ),
      )}
      {tile('done', t('doneRate'), t('doneRate'), numbers.percent(doneRate(sums)), undefined, undefined)}
      {tile(
        'inTimeRate',
        t('inTimeRate'),
        t('inTimeRate'),
        numbers.percent(inTimeRate(sums)),
        undefined,
        undefined,
      )}
      {tile('mean', t('mean'), t('mean'), numbers.span(sums.meanSeconds), undefined, undefined)}
    </dl>
  )
}
