import { App, Button, Tooltip } from 'antd'
import { useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { useMayCall } from '../may-call.ts'
import type { TableAction } from './table-screen-types.ts'

type Props<Target> = {
  action: TableAction<Target>
  target: Target
  kind?: 'link' | 'default' | 'primary'
  /** Opens the action's form. */
  openForm: (action: TableAction<Target>, target: Target) => void
  /** Rows have changed. */
  onChanged: () => void
}

/** A button that says why it cannot be pressed, asks before it destroys, and is busy while its work runs. */
export function ActionButton<Target>({
  action,
  target,
  kind = 'default',
  openForm,
  onChanged,
}: Props<Target>) {
  const [busy, setBusy] = useState(false)
  const { message, modal } = App.useApp()
  const mayCall = useMayCall()
  const t = useText('shell')
  if (action.shownFor && !action.shownFor(target)) return null
  const reason = action.call && !mayCall(action.call) ? t('table.mayNot') : action.disabledReason?.(target)

  async function work() {
    setBusy(true)
    try {
      const done = await action.run?.(target)
      if (typeof done !== 'string') return
      message.success(done)
      onChanged()
    } catch (error) {
      message.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  function press() {
    if (action.form) openForm(action, target)
    else if (action.confirm)
      modal.confirm({
        ...action.confirm(target),
        okButtonProps: { danger: action.danger ?? false },
        autoFocusButton: action.danger ? 'cancel' : 'ok',
        onOk: work,
      })
    else void work()
  }

  return (
    <Tooltip title={reason}>
      <Button
        type={kind}
        danger={action.danger ?? false}
        icon={action.icon}
        disabled={reason !== undefined}
        loading={busy}
        onClick={(event) => {
          event.stopPropagation()
          press()
        }}
      >
        {action.label}
      </Button>
    </Tooltip>
  )
}
