import { PlusOutlined } from '@ant-design/icons'
import { addWorkOrder, listOrderAssignees, listWorkOrders } from '@backlot/contract/work-orders/calls'
import { isOverdue, type WorkOrder } from '@backlot/contract/work-orders/entities'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { loadTree } from '../../features/device-tree/device-store.ts'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { open } from '../../features/open.ts'
import { limited } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { useTableUrl } from '../../features/table-screen/table-url.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { requestFiltered } from '../../platform/request-filtered.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { orderFilters } from './order-filters.tsx'
import { orderQuery } from './order-query.ts'
import type { OrderCounts } from './order-views.tsx'

/** Work orders: which there are, whose they are, and the one that is open (`?id=`). */
export function WorkOrderListScreen() {
  const t = useText('workOrders')
  const types = useAlarmTypes()
  const groups = useGroupTree()
  const url = useTableUrl()
  const [counts, setCounts] = useState<OrderCounts>()
  const id = Number(url.get('id')) || undefined
  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('deviceTree', String(error)))
  }, [])
  const people = useQuery({
    queryKey: ['workOrders', 'assignees'],
    queryFn: ({ signal }) => request(listOrderAssignees, { signal }),
  })
  const columns = useMemo(() => orderColumns(t, types), [t, types])

  const description: TableDescription<WorkOrder> = {
    name: 'workOrders',
    title: t('title'),
    columns,
    rowKey: (order) => String(order.id),
    filters: limited(
      listWorkOrders,
      orderFilters(t, {
        counts,
        types,
        groups,
        people: people.data?.list ?? [],
      }),
    ),
    fetch: async (query, signal, { filters }) => {
      const page = await requestFiltered(listWorkOrders, { ...orderQuery(filters), ...query }, signal)
      setCounts(page.counts)
      return page
    },
    defaultPageSize: 50,
    defaultSort: { key: 'createTime', order: 'desc' },
    onRowOpen: (order) => url.setPaging({ id: order.id }),
    actions: [
      {
        key: 'new',
        label: t('new'),
        icon: <PlusOutlined />,
        call: addWorkOrder,
        run: () => void open({ kind: 'newWorkOrder', order: { alarms: [] } }),
      },
    ],
    export: { fileName: t('title') },
    autoRefresh: true,
    rowClassName: (order) => (isOverdue(order, platformNow() / 1000) ? 'order-row-overdue' : ''),
  }
  return (
    <>
      <TableScreen description={description} />
      {id !== undefined && (
        <OrderDrawer key={id} order={{ id }} onClose={() => url.setPaging({ id: undefined })} />
      )}
    </>
  )
}
