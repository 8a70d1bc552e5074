import { FileDoneOutlined } from '@ant-design/icons'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { addWorkOrder, getWorkOrder, stepWorkOrder } from '@backlot/contract/work-orders/calls'
import { ORDER_STATE_NAMES } from '@backlot/contract/work-orders/entities'
import { stepRefusal } from '@backlot/contract/work-orders/order-steps'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { open } from '../../features/open.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { queryClient } from '../../platform/query-client.ts'
import { useMayCall } from '../../session/may-call.ts'
import { useSession } from '../../session/session-store.ts'

/**
 * The way to the work order of an alarm, for who may see orders, or to the form of one when there is none and the alarm
 * was sure, for who may make one. An alarm in the archive gets no order any more.
 */
export function AlarmOrderLink({ alarm }: { alarm: Alarm }) {
  const t = useText('workOrders')
  const types = useAlarmTypes()
  const may = useMayCall()
  const ordered = alarm.processingType === PROCESSING_TYPES.workOrder
  if (!(ordered || alarm.processingType === PROCESSING_TYPES.sure)) return null
  if (alarm.archived && !ordered) return null
  if (!may(ordered ? getWorkOrder : addWorkOrder)) return null
  if (ordered) return <OrderOfAlarm alarm={alarm} />
  const { id, sn, alarmSeq } = alarm
  const title = `${alarmNames(alarm).device} ${types.nameOf(alarm.type, alarm.subType)}`
  return (
    <Button
      className="alarm-order-link"
      icon={<FileDoneOutlined />}
      onClick={() => open({ kind: 'newWorkOrder', order: { alarms: [{ id, sn, alarmSeq, title }] } })}
    >
      {t('ofAlarm.make')}
    </Button>
  )
}

/** Steps of an order that need no text and lead to its end. */
const AT_ONCE = ['take', 'start', 'close'] as const

/** The order of an alarm: number, state, assignee, the step that the user can take at once, and the way to all of it. */
function OrderOfAlarm({ alarm: { id } }: { alarm: Alarm }) {
  const t = useText('workOrders')
  const mayStep = useMayCall()(stepWorkOrder)
  const user = useSession((session) => session.userInfo)
  const [busy, setBusy] = useState(false)
  const { data: order } = useQuery({
    queryKey: ['workOrders', 'one', { alarmId: id }],
    queryFn: ({ signal }) => request(getWorkOrder, { query: { alarmId: id }, signal }),
  })
  const viewer = { userId: user?.userId ?? 0, isAdministrator: user?.type === 0 }
  const action = order && mayStep && AT_ONCE.find((one) => stepRefusal(order, one, viewer) === undefined)

  async function take() {
    if (!order || !action) return
    setBusy(true)
    try {
      await request(stepWorkOrder, { body: { id: order.id, version: order.version, action } })
      notify.success(t(`stepDone.${action}`, { number: order.number }))
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
      // Also after a refusal: somebody else was first.
      void queryClient.invalidateQueries({ queryKey: ['workOrders'] })
    }
  }

  return (
    <section className="alarm-order" aria-label={t('ofAlarm.title')}>
      <FileDoneOutlined />
      {order && (
        <span className="alarm-order-words">
          {[order.number, t(`state.${ORDER_STATE_NAMES[order.state] ?? 'new'}`), order.assigneeName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {action && (
        <Button size="small" loading={busy} onClick={() => void take()}>
          {t(`step.${action}`)}
        </Button>
      )}
      <Button
        size="small"
        className="alarm-order-link"
        onClick={() => open({ kind: 'workOrder', order: { alarmId: id } })}
      >
        {t('ofAlarm.open')}
      </Button>
    </section>
  )
}
