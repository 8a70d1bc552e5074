import type { WorkOrder } from '@backlot/contract/work-orders/entities'
import type { ReactNode } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { kindName, spanText } from './order-names.ts'
import { OrderDeadline } from './order-tags.tsx'

/** Where it is, whose it is, and its times. */
export function OrderFacts({ order }: { order: WorkOrder }) {
  const t = useText('workOrders')
  const types = useAlarmTypes()
  const facts: [string, ReactNode][] = [
    [t('field.device'), order.devName || '–'],
    [t('field.group'), order.nodeName],
    [t('field.kind'), kindName(order, types, t)],
    [t('field.assignee'), order.assigneeName || t('nobody')],
    [t('field.creator'), order.creatorName],
    [t('field.created'), formatTime(order.createTime)],
    [t('field.deadline'), <OrderDeadline key="deadline" order={order} withRest />],
    [
      t('field.done'),
      order.doneTime === null
        ? '–'
        : `${formatTime(order.doneTime)} (${spanText(order.doneTime - order.createTime, t)})`,
    ],
  ]
  return (
    <dl className="order-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
