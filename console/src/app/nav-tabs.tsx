import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { Link } from 'react-router-dom'
import { type TextKey, useText } from '../language/language.ts'
import { activePath, type MenuEntry, SIDE_MENU_PATHS } from './menu.ts'

/** Entries as tabs. One with several screens and no side menu opens them as a list. */
export function NavTabs(props: { entries: readonly MenuEntry[]; location: string; label: string }) {
  const { entries, location, label } = props
  const active = activePath(entries, location)
  if (entries.length === 0) return null
  return (
    <nav className="nav-tabs" aria-label={label}>
      {entries.map((entry) => (
        <NavTab key={entry.path} entry={entry} active={entry.path === active} location={location} />
      ))}
    </nav>
  )
}

function NavTab({ entry, active, location }: { entry: MenuEntry; active: boolean; location: string }) {
  const t = useText('shell')
  const name = (one: MenuEntry) => t(`menu.${one.label}` as TextKey<'shell'>)
  const hasSideMenu = (SIDE_MENU_PATHS as readonly string[]).includes(entry.path)
  const link = (
    <Link to={entry.target} className="nav-tab" aria-current={active ? 'page' : undefined}>
      {name(entry)}
      {!hasSideMenu && entry.children.length > 1 && <DownOutlined className="nav-tab-more" />}
    </Link>
  )
  if (hasSideMenu || entry.children.length < 2) return link
  const items = entry.children.map((child) => ({
    key: child.path,
    label: <Link to={child.target}>{name(child)}</Link>,
  }))
  return <Dropdown menu={{ items, selectedKeys: [location] }}>{link}</Dropdown>
}
