import { useEffect, useRef } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { loadTree } from '../../features/device-tree/device-store.ts'
import type { NewWorkOrder } from '../../features/open.ts'
import { FormDialog } from '../../features/table-screen/form-dialog.tsx'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { queryClient } from '../../platform/query-client.ts'
import { newOrderForm } from './order-form.tsx'
import './orders.css'

/** The form of a new order, over the screen it was opened on. */
export function NewOrder(props: NewWorkOrder & { onClose: () => void; onMade: (id: number) => void }) {
  const t = useText('workOrders')
  const made = useRef<number>(undefined)
  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('deviceTree', String(error)))
  }, [])
  return (
    <FormDialog
      description={newOrderForm(t, { alarms: props.alarms }, (id) => {
        made.current = id
      })}
      onClose={props.onClose}
      onSaved={(said) => {
        notify.success(said)
        props.onDone?.()
        void queryClient.invalidateQueries({ queryKey: ['workOrders'] })
        void queryClient.invalidateQueries({ queryKey: ['alarms'] })
        if (made.current === undefined) props.onClose()
        else props.onMade(made.current)
      }}
    />
  )
}
