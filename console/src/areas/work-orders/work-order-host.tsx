import { getWorkOrder } from '@backlot/contract/work-orders/calls'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { onWorkOrderWish, type WorkOrderWish } from '../../app/work-order-opener.ts'
import { useMayCall } from '../../parts/may-call.ts'
import { channel } from '../../platform/channel.ts'

const OrderDrawer = lazy(async () => ({ default: (await import('./order-drawer.tsx')).OrderDrawer }))
const NewOrder = lazy(async () => ({ default: (await import('./new-order.tsx')).NewOrder }))

/** Changes come in bursts: asked again once for all of them. */
const SETTLE_MS = 120

/** The part of the work order area that is on every screen: an open order, and notices of others' changes. */
export function WorkOrderHost() {
  const [wish, setWish] = useState<WorkOrderWish>()
  useEffect(() => onWorkOrderWish(setWish), [])
  useEffect(watchOrders, [])
  const close = () => setWish(undefined)
  const maySee = useMayCall()(getWorkOrder)
  if (!wish) return null
  return (
    <Suspense>
      {'open' in wish ? (
        <OrderDrawer order={wish.open} onClose={close} />
      ) : (
        <NewOrder
          {...wish.create}
          onClose={close}
          onMade={(id) => setWish(maySee ? { open: { id } } : undefined)}
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
    channel.on('workOrder', soon),
    channel.on('resync', soon),
    channel.onState((state) => state === 'open' && soon()),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
