import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleFilled,
  FileAddOutlined,
  LockOutlined,
  SyncOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { isOverdue, type OrderStateName, type WorkOrder } from '@backlot/contract/work-orders/entities'
import type { ReactElement } from 'react'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useText } from '../../language/language.ts'
import { formatTime, useClock } from '../../platform/clock.ts'
import { priorityName, spanText, stateName } from './order-names.ts'
import './order-tags.css'

const ICONS: Record<OrderStateName, ReactElement> = {
  new: <FileAddOutlined />,
  assigned: <UserOutlined />,
  inProgress: <SyncOutlined />,
  done: <CheckCircleOutlined />,
  closed: <LockOutlined />,
  rejected: <CloseCircleOutlined />,
}

/** State of an order, by shape and words. */
export function OrderStateTag({ state }: { state: number }) {
  const t = useText('workOrders')
  const name = stateName(state)
  return (
    <span className="order-tag" data-state={name}>
      {ICONS[name]}
      {t(`state.${name}`)}
    </span>
  )
}

/** Priority, marked as the level of an alarm is. */
export function OrderPriority({ priority }: { priority: number }) {
  const t = useText('workOrders')
  return (
    <span className="order-tag">
      <span aria-hidden="true">
        <AlarmLevelMark level={priority as 1} />
      </span>
      {t(`priority.${priorityName(priority)}`)}
    </span>
  )
}

/** The deadline, and how long it has passed when the order is not done. */
export function OrderDeadline({
  order,
  withRest,
}: {
  order: Pick<WorkOrder, 'state' | 'deadline' | 'doneTime'>
  /** How long there is still, too. */
  withRest?: boolean
}) {
  const t = useText('workOrders')
  const { nowMs } = useClock()
  if (order.deadline === null) return <span className="order-quiet">{t('noDeadline')}</span>
  const nowSeconds = Math.floor(nowMs / 1000)
  const overdue = isOverdue(order, nowSeconds)
  const late = order.doneTime !== null && order.doneTime > order.deadline
  const rest = withRest && order.state < 3 && !overdue
  return (
    <span className="order-deadline" data-overdue={overdue || undefined}>
      {formatTime(order.deadline).slice(0, 16)}
      {overdue && (
        <span className="order-overdue">
          <ExclamationCircleFilled /> {t('overdueBy', { span: spanText(nowSeconds - order.deadline, t) })}
        </span>
      )}
      {late && order.doneTime !== null && (
        <span className="order-late">
          <ClockCircleOutlined /> {t('lateBy', { span: spanText(order.doneTime - order.deadline, t) })}
        </span>
      )}
      {rest && (
        <span className="order-quiet">
          {t('timeLeft', { span: spanText(order.deadline - nowSeconds, t) })}
        </span>
      )}
    </span>
  )
}
