import type { DataOut } from '@backlot/contract/call'
import type { listWorkOrders } from '@backlot/contract/work-orders/calls'
import { Segmented } from 'antd'
import type { ReactElement } from 'react'
import { DefinedTerm, type Term } from '../../components/defined-term.tsx'
import { useText } from '../../language/language.ts'
import { ORDER_VIEWS } from './order-query.ts'

export type OrderCounts = DataOut<typeof listWorkOrders>['counts']

const TERMS: Partial<Record<(typeof ORDER_VIEWS)[number], Term>> = {
  open: 'ordersOpen',
  overdue: 'ordersOverdue',
}

function defined(view: (typeof ORDER_VIEWS)[number], label: ReactElement): ReactElement {
  const term = TERMS[view]
  return term ? <DefinedTerm term={term}>{label}</DefinedTerm> : label
}

/** The quick filters, each with how many orders it leads to. */
export function OrderViews(props: {
  counts: OrderCounts | undefined
  value: string | undefined
  onChange: (view: string | undefined) => void
}) {
  const { counts, value, onChange } = props
  const t = useText('workOrders')
  return (
    <Segmented<string>
      className="order-views"
      aria-label={t('view.label')}
      value={value ?? ''}
      onChange={(view) => onChange(view === '' ? undefined : view)}
      options={[
        { value: '', label: t('view.all') },
        ...ORDER_VIEWS.map((view) => ({
          value: view,
          label: defined(
            view,
            <span>
              {t(`view.${view}`)}{' '}
              {counts !== undefined && (
                <small data-alert={(view === 'overdue' && counts.overdue > 0) || undefined}>
                  {counts[view]}
                </small>
              )}
            </span>,
          ),
        })),
      ]}
    />
  )
}
