import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Link } from 'react-router-dom'
import { AlarmBell } from '../areas/alarms/alarm-bell.tsx'
import { SosButton } from '../areas/alarms/sos/sos-button.tsx'
import { TalkMenu } from '../areas/talk/talk-menu.tsx'
import { ConnectionBadge } from '../features/connection/connection-badge.tsx'
import { PlatformClock } from '../features/connection/platform-clock.tsx'
import { named, useLanguage, useText } from '../language/language.ts'
import { platformAddress } from '../platform/config.ts'
import { useSession } from '../session/session-store.ts'
import { useMayTalk } from '../session/use-may-talk.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { showPalette } from './palette/palette-state.ts'
import { useSideBar } from './side-bar-state.ts'
import { UserMenu } from './user-menu.tsx'
import './header.css'

/** Logo, name of the screen, clock, connection, alarms and the user's menu. */
export function Header({ withAlarms }: { withAlarms: boolean }) {
  const t = useText('shell')
  useLanguage()
  const user = useSession((session) => session.userInfo)
  const mayTalk = useMayTalk()
  const { isOpen, toggle } = useSideBar()
  if (!user) return null
  return (
    <header className="header">
      <button
        type="button"
        className="header-button header-fold"
        aria-label={t('nav.names')}
        aria-expanded={isOpen}
        title={t(isOpen ? 'nav.fold' : 'nav.unfold')}
        onClick={toggle}
      >
        {isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      <Link to="/index" className="header-brand">
        <img src={user.logo ? platformAddress(user.logo) : './mark.svg'} alt="" height={26} />
        <span>{named(user.systemName) || 'Backlot'}</span>
      </Link>
      <Breadcrumb />
      <div className="header-end">
        <button
          type="button"
          className="header-button header-search"
          aria-keyshortcuts="Control+K"
          title={t('nav.search')}
          onClick={() => showPalette('palette')}
        >
          <SearchOutlined />
          <span className="header-search-name">{t('nav.search')}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <PlatformClock />
        <ConnectionBadge />
        {(mayTalk.intercom || mayTalk.meetings) && <TalkMenu {...mayTalk} />}
        {withAlarms && <SosButton />}
        {withAlarms && <AlarmBell />}
        <UserMenu />
      </div>
    </header>
  )
}
