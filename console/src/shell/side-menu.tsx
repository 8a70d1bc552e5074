import { routeAt } from '@backlot/contract/routes'
import { NavLink, useLocation } from 'react-router-dom'
import { type TextKey, useText } from '../language/language.ts'
import { hasScreen } from '../session/screen-paths.ts'
import { useSession } from '../session/session-store.ts'
import { SIDE_MENU_PATHS, sideMenuAt } from './menu.ts'
import './side-menu.css'

/** Sub-pages of system, server and maintenance at the left (stated). */
export function SideMenu() {
  const t = useText('shell')
  const { pathname } = useLocation()
  const grant = useSession()
  const entries = sideMenuAt(pathname, grant, hasScreen)
  if (entries.length === 0) return null
  const top = SIDE_MENU_PATHS.find((path) => pathname.startsWith(path))
  const label = top && routeAt(top)?.label
  return (
    <nav className="side-menu" aria-label={t('nav.side')}>
      {label && <p className="side-menu-title">{t(`menu.${label}` as TextKey<'shell'>)}</p>}
      {entries.map((entry) => (
        <NavLink key={entry.path} to={entry.target} className="side-menu-entry">
          {t(`menu.${entry.label}` as TextKey<'shell'>)}
        </NavLink>
      ))}
    </nav>
  )
}
