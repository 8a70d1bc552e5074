import { EditOutlined } from '@ant-design/icons'
import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import { stepRefusal } from '@backlot/contract/work-orders/order-steps'
import { Alert, Button, Drawer, Spin, Tooltip } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useDiscardQuestion } from '../../components/use-discard-question.ts'
import type { WorkOrderRef } from '../../features/open.ts'
import { FormDialog } from '../../features/table-screen/form-dialog.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { queryClient } from '../../platform/query-client.ts'
import { isPageHeld } from '../../platform/unsaved-changes.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderAlarms } from './order-alarms.tsx'
import { OrderComment } from './order-comment.tsx'
import { OrderFacts } from './order-facts.tsx'
import { editOrderForm } from './order-form.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderPriority, OrderStateTag } from './order-tags.tsx'
import { useOrderViewer, useWorkOrder } from './use-work-order.ts'
import './orders.css'
import './orders-phone.css'

const WIDTH_PX = 720

/** Everything about one order at the right edge, and its actions. Others' changes are seen at once. */
export function OrderDrawer({ order: ref, onClose }: { order: WorkOrderRef; onClose: () => void }) {
  const t = useText('workOrders')
  const shell = useText('shell')
  const askToDiscard = useDiscardQuestion()
  const asked = useWorkOrder(ref)
  const order = asked.data

  function leave() {
    if (isPageHeld()) askToDiscard(onClose)
    else onClose()
  }

  return (
    <Drawer
      open
      size={WIDTH_PX}
      rootClassName="order-drawer"
      onClose={leave}
      title={
        order ? (
          <span className="order-title">
            <span className="order-number">{order.number}</span>
            <OrderStateTag state={order.state} />
            <OrderPriority priority={order.priority} />
          </span>
        ) : (
          t('title')
        )
      }
      extra={order && <EditButton order={order} />}
    >
      {asked.error && (
        <Alert
          type="error"
          showIcon
          title={t('failed')}
          description={errorText(asked.error)}
          action={<Button onClick={() => void asked.refetch()}>{shell('screen.again')}</Button>}
        />
      )}
      {!order && !asked.error && <Spin className="order-loading" />}
      {order && (
        <div className="order-detail">
          <h2>{order.title}</h2>
          {order.content !== '' && <p className="order-content">{order.content}</p>}
          <OrderActions key={`actions ${order.id}`} order={order} />
          <OrderFacts order={order} />
          <OrderAlarms order={order} />
          <OrderHistory history={order.history} />
          <OrderComment key={`comment ${order.id}`} order={order} />
        </div>
      )}
    </Drawer>
  )
}

function EditButton({ order }: { order: WorkOrderDetail }) {
  const t = useText('workOrders')
  const viewer = useOrderViewer()
  const [editing, setEditing] = useState(false)
  const asked = () => void queryClient.invalidateQueries({ queryKey: ['workOrders'] })
  const refused = stepRefusal(order, 'edit', viewer)
  return (
    <>
      <Tooltip title={refused ? t(`whyNot.edit.${refused}`) : undefined}>
        <Button icon={<EditOutlined />} disabled={refused !== undefined} onClick={() => setEditing(true)}>
          {t('edit')}
        </Button>
      </Tooltip>
      {editing && (
        <FormDialog
          description={editOrderForm(t, order)}
          onClose={() => setEditing(false)}
          onOutdated={asked}
          onSaved={(said) => {
            setEditing(false)
            notify.success(said)
            asked()
          }}
        />
      )}
    </>
  )
}
