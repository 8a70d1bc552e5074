import { Button, Tooltip } from 'antd'
import { useText } from '../../language/language.ts'
import type { TableAction } from './table-screen-types.ts'
import { type ActionPressing, usePress } from './use-press.ts'

type Props<Target> = ActionPressing<Target> & {
  action: TableAction<Target>
  target: Target
  kind?: 'link' | 'default' | 'primary'
  /** Name of the target, where the same button stands beside others of its kind. */
  of?: string
}

/**
 * A button that gives the reason why it cannot be pressed, asks before it destroys, and is busy while its work runs.
 */
export function ActionButton<Target>({ action, target, kind = 'default', of, ...pressing }: Props<Target>) {
  const t = useText('shell')
  const { busy, reasonAgainst, press } = usePress(pressing)
  if (action.shownFor && !action.shownFor(target)) return null
  const reason = reasonAgainst(action, target)
  return (
    <Tooltip title={reason}>
      <Button
        type={kind}
        danger={action.danger ?? false}
        icon={action.icon}
        disabled={reason !== undefined}
        loading={busy !== undefined}
        aria-label={of === undefined ? undefined : t('table.actionOf', { action: action.label, row: of })}
        onClick={(event) => {
          event.stopPropagation()
          press(action, target)
        }}
      >
        {action.label}
      </Button>
    </Tooltip>
  )
}
