import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useText } from '../../language/language.ts'
import type { TableAction } from './table-screen-types.ts'
import { type ActionPressing, usePress } from './use-press.ts'

type Props<Target> = ActionPressing<Target> & {
  actions: readonly TableAction<Target>[]
  target: Target
  /** Name of the target. */
  of: string
}

/** The actions of a row that have no room in it, in a menu. A disabled one gives the reason. */
export function MoreActions<Target>({ actions, target, of, ...pressing }: Props<Target>) {
  const t = useText('shell')
  const { busy, reasonAgainst, press } = usePress(pressing)
  const there = actions.filter(({ shownFor }) => !shownFor || shownFor(target))
  if (there.length === 0) return null
  const items = there.map((action) => {
    const reason = reasonAgainst(action, target)
    return {
      key: action.key,
      label: action.label,
      icon: action.icon,
      danger: action.danger ?? false,
      disabled: reason !== undefined,
      ...(reason !== undefined && { title: reason }),
    }
  })
  const choose = (key: string) => {
    const action = there.find((one) => one.key === key)
    if (action) press(action, target)
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          choose(key)
        },
      }}
    >
      <Button
        type="link"
        loading={busy}
        aria-label={t('table.actionOf', { action: t('table.moreActions'), row: of })}
        onClick={(event) => event.stopPropagation()}
      >
        {t('table.moreActions')}
        <DownOutlined />
      </Button>
    </Dropdown>
  )
}
