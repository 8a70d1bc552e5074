import { ACCESS } from '@backlot/contract/access'
import { addVisit } from '@backlot/contract/logs/calls'
import { routeAt } from '@backlot/contract/routes'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { reloadRecentAlarms } from '../areas/alarms/alarm-feed.ts'
import { AlarmHost } from '../areas/alarms/alarm-host.tsx'
import { DeviceConfigHost } from '../areas/device-config/device-config-host.tsx'
import { VideoHost } from '../areas/live-video/video-host.tsx'
import { TalkHost } from '../areas/talk/talk-host.tsx'
import { WorkOrderHost } from '../areas/work-orders/work-order-host.tsx'
import { MissingChunks } from '../components/failure/missing-chunks.tsx'
import { SectionBoundary } from '../components/failure/section-boundary.tsx'
import { ConnectionBanner } from '../features/connection/connection-banner.tsx'
import { deviceStore } from '../features/device-tree/device-store.ts'
import { isSecondWall, isSecondWindow } from '../features/second-window.ts'
import { useLanguage, useText } from '../language/language.ts'
import { request } from '../platform/client.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { queryClient } from '../platform/query-client.ts'
import { isCallPermitted, isRoutePermitted } from '../session/permission.ts'
import { hasScreen } from '../session/screen-paths.ts'
import { useHasCapability, useSession } from '../session/session-store.ts'
import { useMayTalk } from '../session/use-may-talk.ts'
import { useMayWatch } from '../session/use-may-watch.ts'
import { AntdRoot } from './antd-root.tsx'
import { Header } from './header.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { PageFoot } from './page-foot.tsx'
import { PageLoading } from './page-loading.tsx'
import { PaletteHost } from './palette/palette-host.tsx'
import { ScreenOutlet } from './screen-outlet.tsx'
import { SideBar } from './side-bar.tsx'
import { TroubleBanner } from './trouble-banner.tsx'
import { useServices } from './use-services.ts'
import { WorkspaceHost } from './workspaces/workspace-host.tsx'
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
        <MissingChunks />
        <SectionBoundary>
          <Suspense fallback={<PageLoading />}>
            <MustChangeScreen />
          </Suspense>
        </SectionBoundary>
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
  const t = useText('shell')
  const main = useRef<HTMLElement>(null)
  const bare = routeAt(pathname)?.header === false || isSecondWall(pathname)
  return (
    <div className="shell">
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {t('nav.skip')}
      </button>
      {!bare && <Header withAlarms={withAlarms} />}
      <ConnectionBanner quiet={pathname === '/largeScreen'} />
      <TroubleBanner />
      <MissingChunks />
      <div className="shell-body">
        {!bare && <SideBar />}
        <main className="shell-screen" ref={main} tabIndex={-1}>
          <ScreenOutlet services={services} again={again} />
        </main>
      </div>
      {withOrders && (
        <SectionBoundary>
          <WorkOrderHost />
        </SectionBoundary>
      )}
      {withAlarms && (
        <SectionBoundary>
          <AlarmHost isSilent={isSecondWindow} />
        </SectionBoundary>
      )}
      {(mayTalk.intercom || mayTalk.meetings) && (
        <SectionBoundary>
          <TalkHost {...mayTalk} />
        </SectionBoundary>
      )}
      <SectionBoundary>
        <DeviceConfigHost />
      </SectionBoundary>
      {withVideo && (
        <SectionBoundary>
          <VideoHost />
        </SectionBoundary>
      )}
      {!bare && <PageFoot withAlarms={withAlarms} />}
      <PaletteHost />
      <WorkspaceHost />
      <LeaveGuard />
    </div>
  )
}

/** Names of devices, channels and types come in the language of the request: another language reloads them. */
function useLanguageRefresh(): void {
  const language = useLanguage()
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    void queryClient.invalidateQueries()
    Promise.all([deviceStore.reload(), reloadRecentAlarms()]).catch((error: unknown) =>
      noteProblem('language', String(error)),
    )
  }, [language])
}

/** Reports opened pages to the platform, once the services run. A platform without that log misses nothing. */
function useVisitLog(ready: boolean): void {
  const { pathname } = useLocation()
  const permitted = useSession((session) => {
    const route = routeAt(pathname)
    return route !== undefined && hasScreen(pathname) && isRoutePermitted(route, session)
  })
  useEffect(() => {
    if (!ready || !permitted) return
    request(addVisit, { body: { path: pathname } }).catch((error: unknown) =>
      noteProblem('visit log', String(error)),
    )
  }, [ready, permitted, pathname])
}
