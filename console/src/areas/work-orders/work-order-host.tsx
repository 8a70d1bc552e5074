import { getWorkOrder } from '@backlot/contract/work-orders/calls'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type AlarmsToAssign, type NewWorkOrder, onOpen, type WorkOrderRef } from '../../features/open.ts'
import { channel } from '../../platform/channel.ts'
import { queryClient } from '../../platform/query-client.ts'
import { useMayCall } from '../../session/may-call.ts'
import { announceAssigned } from './announce-assigned.tsx'

const OrderDrawer = lazy(async () => ({ default: (await import('./order-drawer.tsx')).OrderDrawer }))
const AssignAlarmsForm = lazy(async () => ({
  default: (await import('./assign-alarms-form.tsx')).AssignAlarmsForm,
}))
const NewOrder = lazy(async () => ({ default: (await import('./new-order.tsx')).NewOrder }))

/** Changes come in bursts: asked again once for all of them. */
const SETTLE_MS = 120

/** The part of the work order area that is on every screen: an open order, and notices of others' changes. */
export function WorkOrderHost() {
  const [opened, setOpened] = useState<WorkOrderRef>()
  const [started, setStarted] = useState<NewWorkOrder>()
  const [assigned, setAssigned] = useState<AlarmsToAssign>()
  useEffect(() => {
    const stops = [
      onOpen('workOrder', ({ order }) => {
        setStarted(undefined)
        setOpened(order)
      }),
      onOpen('newWorkOrder', ({ order }) => {
        setOpened(undefined)
        setStarted(order)
      }),
      onOpen('assignAlarms', ({ order }) => setAssigned(order)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  useEffect(watchOrders, [])
  const maySee = useMayCall()(getWorkOrder)
  return (
    <Suspense>
      {opened && <OrderDrawer order={opened} onClose={() => setOpened(undefined)} />}
      {assigned && <AssignAlarmsForm order={assigned} onClose={() => setAssigned(undefined)} />}
      {started && (
        <NewOrder
          {...started}
          onClose={() => setStarted(undefined)}
          onMade={(id) => {
            setStarted(undefined)
            if (maySee) setOpened({ id })
          }}
        />
      )}
    </Suspense>
  )
}

/** Whatever shows orders asks again when one was made or changed, and after an absence. */
function watchOrders(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = () => {
    timer = undefined
    void queryClient.invalidateQueries({ queryKey: ['workOrders'] })
    void queryClient.invalidateQueries({ queryKey: ['situation', 'work'] })
  }
  const soon = () => {
    timer ??= setTimeout(again, SETTLE_MS)
  }
  const stops = [
    channel.on('workOrder', ({ list }) => {
      soon()
      void announceAssigned(list)
    }),
    channel.on('resync', soon),
    channel.onState((state) => state === 'open' && soon()),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
