import { Dropdown, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import type { TableAction } from './table-screen-types.ts'
import { type ActionPressing, usePress } from './use-press.ts'
import './row-actions.css'

type Props<Target> = {
  actions: readonly TableAction<Target>[]
  row: Target
  /** Name of the row. */
  of: string
  pressing: ActionPressing<Target>
}

/**
 * The actions of a row; those without room are in a menu at the end. One that cannot be pressed gives the reason. Plain
 * buttons: a page has hundreds of them.
 */
export function RowActions<Target>({ actions, row, of, pressing }: Props<Target>) {
  const t = useText('shell')
  const { busy, reasonAgainst, press } = usePress(pressing)
  const there = actions.filter(({ shownFor }) => !shownFor || shownFor(row))
  const inMenu = there.filter((action) => action.inMenu)
  const nameOf = (action: string) => t('table.actionOf', { action, row: of })
  return (
    <span className="table-row-actions">
      {there.map((action) => {
        if (action.inMenu) return null
        const reason = reasonAgainst(action, row)
        const button = (
          <button
            key={action.key}
            type="button"
            className={`row-action ${action.danger ? 'row-action-danger' : ''}`}
            disabled={reason !== undefined || busy === action.key}
            aria-busy={busy === action.key || undefined}
            aria-label={nameOf(action.label)}
            onClick={(event) => {
              event.stopPropagation()
              press(action, row)
            }}
          >
            {action.icon}
            {action.label}
          </button>
        )
        return reason === undefined ? (
          button
        ) : (
          <Tooltip key={action.key} title={reason}>
            {button}
          </Tooltip>
        )
      })}
      {inMenu.length > 0 && (
        <More
          actions={inMenu}
          row={row}
          name={nameOf(t('table.moreActions'))}
          busy={inMenu.some(({ key }) => key === busy)}
          reasonAgainst={reasonAgainst}
          press={press}
        />
      )}
    </span>
  )
}

type MoreProps<Target> = Pick<ReturnType<typeof usePress<Target>>, 'reasonAgainst' | 'press'> & {
  actions: readonly TableAction<Target>[]
  row: Target
  name: string
  busy: boolean
}

function More<Target>({ actions, row, name, busy, reasonAgainst, press }: MoreProps<Target>) {
  const t = useText('shell')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const items = () =>
    actions.map((action) => {
      const reason = reasonAgainst(action, row)
      return {
        key: action.key,
        label: action.label,
        icon: action.icon,
        danger: action.danger ?? false,
        disabled: reason !== undefined,
        ...(reason !== undefined && { title: reason }),
      }
    })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const choose = (key: string, event: { stopPropagation(): void }) => {
    event.stopPropagation()
    close()
    const action = actions.find((one) => one.key === key)
    if (action) press(action, row)
  }
  return (
    <span className="row-more">
      <button
        ref={button}
        type="button"
        className="row-action"
        disabled={busy}
        aria-busy={busy || undefined}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(!isOpen)
        }}
      >
        {t('table.moreActions')}
        <i className="row-more-mark" />
      </button>
      {isOpen && (
        // Over the button: a press on it closes the menu.
        <Dropdown
          open
          autoFocus
          trigger={['click']}
          placement="bottomRight"
          menu={{ items: items(), onClick: ({ key, domEvent }) => choose(key, domEvent) }}
          onOpenChange={(next) => !next && close()}
        >
          <span className="row-more-anchor" />
        </Dropdown>
      )}
    </span>
  )
}
