import { ACCESS } from '@backlot/contract/access'
import { routeAt } from '@backlot/contract/routes'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { AlarmHost } from '../areas/alarms/alarm-host.tsx'
import { DeviceConfigHost } from '../areas/device-config/device-config-host.tsx'
import { VideoHost } from '../areas/live-video/video-host.tsx'
import { TalkHost } from '../areas/talk/talk-host.tsx'
import { WorkOrderHost } from '../areas/work-orders/work-order-host.tsx'
import { AntdRoot } from './antd-root.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MissingParts } from './missing-parts.tsx'
import { PageLoading } from './page-loading.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { isCallPermitted } from './permission.ts'
import { queryClient } from './query-client.ts'
import { ScreenOutlet } from './screen-outlet.tsx'
import { useHasCapability, useSession } from './session-store.ts'
import { SideMenu } from './side-menu.tsx'
import { useMayTalk } from './talk-permission.ts'
import { TroubleBanner } from './trouble-banner.tsx'
import { useLanguageRefresh } from './use-language-refresh.ts'
import { useMayWatch } from './use-may-watch.ts'
import { useServices } from './use-services.ts'
import { useVisitLog } from './use-visit-log.ts'
import './shell.css'

const MustChangeScreen = lazy(async () => ({
  default: (await import('../areas/account/must-change-screen.tsx')).MustChangeScreen,
}))

/** The frame around every screen. Without stored user info everything leads to the sign-in (stated). */
export function Shell() {
  const { pathname, search } = useLocation()
  const signedIn = useSession((session) => session.userInfo !== undefined)
  const mustChange = useSession((session) => session.userInfo?.mustChangePassword === true)
  if (!signedIn) {
    const to = pathname === '/' ? '' : `?to=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`/login${to}`} replace />
  }
  if (mustChange) {
    return (
      <AntdRoot>
        <MissingParts />
        <PartBoundary>
          <Suspense fallback={<PageLoading />}>
            <MustChangeScreen />
          </Suspense>
        </PartBoundary>
      </AntdRoot>
    )
  }
  return (
    <AntdRoot>
      <QueryClientProvider client={queryClient}>
        <Frame />
      </QueryClientProvider>
    </AntdRoot>
  )
}

function Frame() {
  const { pathname } = useLocation()
  const [services, again] = useServices()
  useLanguageRefresh()
  useVisitLog(services.state === 'ready')
  const withAlarms = useSession((session) => isCallPermitted(ACCESS.seeAlarms, session))
  const withVideo = useMayWatch()
  const withOrders = useHasCapability('workOrder')
  const mayTalk = useMayTalk()
  const bare = routeAt(pathname)?.header === false
  return (
    <div className="shell">
      {!bare && <Header withAlarms={withAlarms} />}
      <ConnectionBanner quiet={pathname === '/largeScreen'} />
      <TroubleBanner />
      <MissingParts />
      <div className="shell-body">
        {!bare && <SideMenu />}
        <main className="shell-screen">
          <ScreenOutlet services={services} again={again} />
        </main>
      </div>
      {withOrders && (
        <PartBoundary>
          <WorkOrderHost />
        </PartBoundary>
      )}
      {withAlarms && (
        <PartBoundary>
          <AlarmHost />
        </PartBoundary>
      )}
      {(mayTalk.intercom || mayTalk.meetings) && (
        <PartBoundary>
          <TalkHost {...mayTalk} />
        </PartBoundary>
      )}
      <PartBoundary>
        <DeviceConfigHost />
      </PartBoundary>
      {withVideo && (
        <PartBoundary>
          <VideoHost />
        </PartBoundary>
      )}
      <LeaveGuard />
    </div>
  )
}
