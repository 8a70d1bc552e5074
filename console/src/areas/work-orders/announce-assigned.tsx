import { getWorkOrder } from '@backlot/contract/work-orders/calls'
import { ORDER_STATES } from '@backlot/contract/work-orders/constants'
import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import { Button } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { open } from '../../features/open.ts'
import { isSecondWindow } from '../../features/second-window.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { isCallPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { wasAssignedTo } from './assigned-to.ts'

type Changed = { id: number; state: number }

/** Changes of more orders at once are an import or a storm: none of them is announced. */
const ANNOUNCED_MAX = 5
const SHOWN_SECONDS = 12

/** Announces orders that somebody else assigned to the user. */
export async function announceAssigned(changed: readonly Changed[]): Promise<void> {
  const assigned = changed.filter(({ state }) => state === ORDER_STATES.assigned)
  const session = useSession.getState()
  // The first window tells of them.
  if (isSecondWindow) return
  if (
    assigned.length === 0 ||
    assigned.length > ANNOUNCED_MAX ||
    !isCallPermitted(getWorkOrder.access, session)
  )
    return
  try {
    const orders = await Promise.all(assigned.map(({ id }) => request(getWorkOrder, { query: { id } })))
    await loadTexts(['notifications'])
    for (const order of orders.filter((one) => wasAssignedTo(one, session.userInfo?.userId))) {
      const content = <AssignedNote order={order} />
      notify.info({ kind: 'workOrder', key: `order-${order.id}`, duration: SHOWN_SECONDS, content })
    }
  } catch (error) {
    noteProblem('work orders', String(error))
  }
}

function AssignedNote({ order: { id, number, title } }: { order: WorkOrderDetail }) {
  const t = textOf('notifications')
  return (
    <>
      {t('orderAssigned', { number, title })}
      <Button type="link" size="small" onClick={() => open({ kind: 'workOrder', order: { id } })}>
        {t('openOrder')}
      </Button>
    </>
  )
}
