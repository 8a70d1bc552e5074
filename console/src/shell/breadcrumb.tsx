import { HistoryOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Dropdown, Tooltip } from 'antd'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type TextKey, useText } from '../language/language.ts'
import { isPathPermitted } from '../session/permission.ts'
import { hasScreen } from '../session/screen-paths.ts'
import { useSession } from '../session/session-store.ts'
import { trailOf } from './menu.ts'
import { noteVisit, togglePin, useOwnScreens } from './own-screens.ts'
import { ScreenLink } from './screen-link.tsx'
import { WorkspaceMenu } from './workspaces/workspace-menu.tsx'

/** Where the screen stands in the menu, its pin, its workspaces, and the screens that were open before it. */
export function Breadcrumb() {
  const t = useText('shell')
  const { pathname } = useLocation()
  const grant = useSession()
  const { pinned, recent } = useOwnScreens()
  const mayOpen = (path: string) => hasScreen(path) && isPathPermitted(path, grant)
  const isScreen = mayOpen(pathname)
  useEffect(() => {
    if (isScreen) noteVisit(pathname)
  }, [isScreen, pathname])
  const trail = trailOf(pathname)
  if (!trail) return <span className="breadcrumb" />
  const nameOf = (label: string) => t(`menu.${label}` as TextKey<'shell'>)
  const isPinned = pinned.includes(pathname)
  const others = recent.filter((path) => path !== pathname && mayOpen(path))
  const items = others.flatMap((path) => {
    const at = trailOf(path)
    return at ? [{ key: path, label: <ScreenLink to={path}>{nameOf(at.label)}</ScreenLink> }] : []
  })
  return (
    <div className="breadcrumb">
      <nav aria-label={t('nav.breadcrumb')}>
        <ol>
          {trail.group && <li className="breadcrumb-above">{t(`nav.group.${trail.group}`)}</li>}
          {trail.section && <li className="breadcrumb-above">{nameOf(trail.section)}</li>}
          <li className="breadcrumb-screen" aria-current="page">
            {nameOf(trail.label)}
          </li>
        </ol>
      </nav>
      {isScreen && pathname !== '/index' && (
        <Tooltip title={t(isPinned ? 'nav.unpin' : 'nav.pin')}>
          <button
            type="button"
            className="header-button breadcrumb-tool"
            aria-label={t('nav.pin')}
            aria-pressed={isPinned}
            onClick={() => togglePin(pathname)}
          >
            {isPinned ? <PushpinFilled /> : <PushpinOutlined />}
          </button>
        </Tooltip>
      )}
      {isScreen && <WorkspaceMenu />}
      {items.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <button
            type="button"
            className="header-button breadcrumb-tool"
            aria-label={t('nav.recent')}
            title={t('nav.recent')}
          >
            <HistoryOutlined />
          </button>
        </Dropdown>
      )}
    </div>
  )
}
