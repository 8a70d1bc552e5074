import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import type { TableAction } from './table-screen-types.ts'

type Props<Target> = { action: TableAction<Target>; target: Target; kind?: 'link' | 'default' | 'primary' }

/** A button that says why it cannot be pressed, and is busy while its work runs. */
export function ActionButton<Target>({ action, target, kind = 'default' }: Props<Target>) {
  const [busy, setBusy] = useState(false)
  const reason = action.disabledReason?.(target)
  async function press() {
    setBusy(true)
    try {
      await action.run(target)
    } finally {
      setBusy(false)
    }
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
          void press()
        }}
      >
        {action.label}
      </Button>
    </Tooltip>
  )
}
