import { Link, useLocation } from 'react-router-dom'
import { AlarmBell } from '../areas/alarms/alarm-bell.tsx'
import { SosButton } from '../areas/alarms/sos/sos-button.tsx'
import { TalkMenu } from '../areas/talk/talk-menu.tsx'
import { ConnectionBadge } from '../features/connection/connection-badge.tsx'
import { PlatformClock } from '../features/connection/platform-clock.tsx'
import { named, useLanguage, useText } from '../language/language.ts'
import { platformAddress } from '../platform/config.ts'
import { hasScreen } from '../session/screen-paths.ts'
import { useSession } from '../session/session-store.ts'
import { useMayTalk } from '../session/use-may-talk.ts'
import { managementFor, tabsFor } from './menu.ts'
import { NavTabs } from './nav-tabs.tsx'
import { UserMenu } from './user-menu.tsx'
import './header.css'

/** Logo, tabs of the permitted routes, clock, connection, alarms and the user's menu. */
export function Header({ withAlarms }: { withAlarms: boolean }) {
  const t = useText('shell')
  useLanguage()
  const { pathname } = useLocation()
  const grant = useSession()
  const mayTalk = useMayTalk()
  const user = grant.userInfo
  if (!user) return null
  return (
    <header className="header">
      <Link to="/index" className="header-brand">
        <img src={user.logo ? platformAddress(user.logo) : './mark.svg'} alt="" height={26} />
        <span>{named(user.systemName) || 'Backlot'}</span>
      </Link>
      <NavTabs entries={tabsFor(grant, hasScreen)} location={pathname} label={t('nav.screens')} />
      <div className="header-end">
        <NavTabs entries={managementFor(grant, hasScreen)} location={pathname} label={t('nav.management')} />
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
