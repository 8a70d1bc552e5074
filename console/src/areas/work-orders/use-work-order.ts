import { getWorkOrder } from '@backlot/contract/work-orders/calls'
import type { OrderViewer } from '@backlot/contract/work-orders/order-steps'
import { useQuery } from '@tanstack/react-query'
import type { WorkOrderRef } from '../../features/open.ts'
import { request } from '../../platform/client.ts'
import { useSession } from '../../session/session-store.ts'

/** An order with its alarms and history, reloaded when it changes. */
export function useWorkOrder(ref: WorkOrderRef) {
  return useQuery({
    queryKey: ['workOrders', 'one', ref],
    queryFn: ({ signal }) => request(getWorkOrder, { query: ref, signal }),
  })
}

/** The signed-in user as the steps of an order see them: user type 0 administers. */
export function useOrderViewer(): OrderViewer {
  const userId = useSession((session) => session.userInfo?.userId ?? 0)
  const type = useSession((session) => session.userInfo?.type)
  return { userId, isAdministrator: type === 0 }
}
