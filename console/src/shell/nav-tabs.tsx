import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { Link, type LinkProps } from 'react-router-dom'
import { type TextKey, useText } from '../language/language.ts'
import { useFittingTabs } from './fitting-tabs.ts'
import { activePath, type MenuEntry, SIDE_MENU_PATHS } from './menu.ts'
import { SCREENS } from './screens.ts'

type Props = { entries: readonly MenuEntry[]; location: string; label: string }

/**
 * Entries as tabs; those that do not fit are listed under the last. One with several screens and no side menu opens
 * them as a list.
 */
export function NavTabs({ entries, location, label }: Props) {
  const t = useText('shell')
  const active = activePath(entries, location)
  const [bar, fitting] = useFittingTabs(entries.map(({ label }) => t(labelKey(label))).join())
  if (entries.length === 0) return null
  const rest = entries.slice(fitting)
  const link = ({ path, target, label }: MenuEntry) => ({
    key: path,
    label: <ScreenLink to={target}>{t(labelKey(label))}</ScreenLink>,
  })
  const items = rest.map((entry) =>
    isList(entry)
      ? {
          key: `${entry.path} and below`,
          type: 'group' as const,
          label: t(labelKey(entry.label)),
          children: [...(entry.target === entry.path ? [entry] : []), ...entry.children].map(link),
        }
      : link(entry),
  )
  return (
    <nav className="nav-tabs" aria-label={label} ref={bar}>
      {entries.map((entry, index) => (
        <span key={entry.path} data-tab className={index < fitting ? 'nav-slot' : 'nav-slot nav-slot-out'}>
          <NavTab entry={entry} active={entry.path === active} location={location} />
        </span>
      ))}
      {rest.length > 0 && (
        <Dropdown
          menu={{ items, selectedKeys: active ? [active, location] : [] }}
          trigger={['click', 'hover']}
        >
          <button
            type="button"
            className="nav-tab nav-more"
            aria-current={rest.some(({ path }) => path === active) ? 'page' : undefined}
          >
            {t('nav.more')}
            <DownOutlined className="nav-tab-more" />
          </button>
        </Dropdown>
      )}
    </nav>
  )
}

/** Whether an entry opens a list: not where a menu is on the left, nor with a single child to which it leads itself. */
const isList = ({ path, target, children }: MenuEntry) =>
  children.length > (target === path ? 0 : 1) && !(SIDE_MENU_PATHS as readonly string[]).includes(path)

const labelKey = (label: string) => `menu.${label}` as TextKey<'shell'>

function NavTab({ entry, active, location }: { entry: MenuEntry; active: boolean; location: string }) {
  const t = useText('shell')
  const name = (one: MenuEntry) => t(labelKey(one.label))
  const opens = isList(entry)
  const link = (
    <ScreenLink to={entry.target} className="nav-tab" aria-current={active ? 'page' : undefined}>
      {name(entry)}
      {opens && <DownOutlined className="nav-tab-more" />}
    </ScreenLink>
  )
  if (!opens) return link
  const items = entry.children.map((child) => ({
    key: child.path,
    label: <ScreenLink to={child.target}>{name(child)}</ScreenLink>,
  }))
  return <Dropdown menu={{ items, selectedKeys: [location] }}>{link}</Dropdown>
}

type ScreenLinkProps = Omit<LinkProps, 'to'> & { to: string }

/** A link to a screen that fetches its code as soon as somebody points at it. */
function ScreenLink({ to, onPointerEnter, onFocus, ...rest }: ScreenLinkProps) {
  const prepare = () => {
    // A failure shows when it is opened.
    SCREENS[to]?.().catch(() => undefined)
  }
  return (
    <Link
      {...rest}
      to={to}
      onPointerEnter={(event) => {
        prepare()
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        prepare()
        onFocus?.(event)
      }}
    />
  )
}
