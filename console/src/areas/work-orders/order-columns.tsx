import type { WorkOrder } from '@backlot/contract/work-orders/entities'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import { kindName, type OrderText, priorityName, stateName } from './order-names.ts'
import { OrderDeadline, OrderPriority, OrderStateTag } from './order-tags.tsx'

const dated = (seconds: number | null) => (seconds === null ? null : { date: seconds })

/** Columns of the work order list. */
export function orderColumns(t: OrderText, types: AlarmTypes): Column<WorkOrder>[] {
  return [
    { key: 'number', title: t('field.number'), width: 152, whole: true, sortable: true, fixed: true },
    { key: 'title', title: t('field.title'), width: 236, sortable: true },
    {
      key: 'state',
      title: t('field.state'),
      width: 112,
      whole: true,
      sortable: true,
      fixed: true,
      render: ({ state }) => <OrderStateTag state={state} />,
      cell: ({ state }) => t(`state.${stateName(state)}`),
    },
    {
      key: 'priority',
      title: t('field.priority'),
      width: 96,
      sortable: true,
      render: ({ priority }) => <OrderPriority priority={priority} />,
      cell: ({ priority }) => t(`priority.${priorityName(priority)}`),
    },
    {
      key: 'assigneeName',
      title: t('field.assignee'),
      width: 126,
      sortable: true,
      render: ({ assigneeName }) => assigneeName || <span className="order-quiet">{t('nobody')}</span>,
      cell: ({ assigneeName }) => assigneeName,
    },
    {
      key: 'deadline',
      title: t('field.deadline'),
      width: 204,
      sortable: true,
      render: (order) => <OrderDeadline order={order} />,
      cell: ({ deadline }) => dated(deadline),
    },
    {
      key: 'createTime',
      title: t('field.created'),
      width: 168,
      sortable: true,
      time: true,
    },
    {
      key: 'devName',
      title: t('field.device'),
      width: 160,
      sortable: true,
      render: ({ devName }) => devName,
    },
    { key: 'nodeName', title: t('field.group'), width: 150, render: ({ nodeName }) => nodeName },
    {
      key: 'kind',
      title: t('field.kind'),
      width: 230,
      hiddenAtFirst: true,
      render: (order) => kindName(order, types, t),
    },
    {
      key: 'creatorName',
      title: t('field.creator'),
      width: 148,
      sortable: true,
      hiddenAtFirst: true,
      render: ({ creatorName }) => creatorName,
    },
    {
      key: 'doneTime',
      title: t('field.done'),
      width: 168,
      sortable: true,
      hiddenAtFirst: true,
      time: true,
    },
    {
      key: 'updateTime',
      title: t('field.updated'),
      width: 168,
      sortable: true,
      hiddenAtFirst: true,
      time: true,
    },
    {
      key: 'content',
      title: t('field.content'),
      width: 260,
      hiddenAtFirst: true,
      render: ({ content }) => content,
    },
    { key: 'comments', title: t('field.comments'), width: 110, align: 'right', hiddenAtFirst: true },
    { key: 'alarms', title: t('alarms'), width: 90, align: 'right', hiddenAtFirst: true },
  ]
}
