import { routeAt } from '@backlot/contract/routes'
import { Button, Result } from 'antd'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../components/failure/error-boundary.tsx'
import { isSecondWall } from '../features/second-window.ts'
import {
  WORKSPACE_PARAMETER,
  workspaceAddress,
  workspaceIn,
} from '../features/workspaces/workspace-address.ts'
import { useWorkspaces } from '../features/workspaces/workspace-store.ts'
import { errorText } from '../language/error-text.ts'
import { type TextKey, useText } from '../language/language.ts'
import { ChunkError } from '../platform/chunk-loader.ts'
import { usePageTitle } from '../session/page-title.ts'
import { type Grant, isRoutePermitted } from '../session/permission.ts'
import { hasScreen } from '../session/screen-paths.ts'
import { useSession } from '../session/session-store.ts'
import { screensBelow } from './menu.ts'
import { PageLoading } from './page-loading.tsx'
import { SCREENS } from './screens.ts'
import type { ServicesState } from './use-services.ts'
import { mayOpen } from './workspaces/use-workspace.ts'

const loaded = new Map<string, LazyExoticComponent<ComponentType>>()

function screenAt(path: string): LazyExoticComponent<ComponentType> | undefined {
  const load = SCREENS[path]
  if (!load) return undefined
  const known = loaded.get(path) ?? lazy(async () => ({ default: await load() }))
  loaded.set(path, known)
  return known
}

/** The screen of the present route. Hidden and unknown routes lead to /404, the root waits for the services. */
export function ScreenOutlet({ services, again }: { services: ServicesState; again: () => void }) {
  const { pathname, search } = useLocation()
  const grant = useSession()
  const t = useText('shell')
  const route = routeAt(pathname)
  const name = route ? t(`menu.${route.label}` as TextKey<'shell'>) : ''
  const title = isSecondWall(pathname) ? t('screen.secondWindow') : name
  usePageTitle(title)

  if (services.state === 'failed') return <ServicesFailed error={services.error} again={again} />
  if (services.state === 'starting' && !services.clock) return <PageLoading />
  if (pathname === '/') {
    if (services.state !== 'ready') return <PageLoading />
    return <Navigate to={startAddress(search, grant)} replace />
  }
  if (pathname === '/404') return <NotFound />
  if (!route || !isRoutePermitted(route, grant)) {
    const child = firstChild(pathname, grant)
    return <Navigate to={child ?? '/404'} replace />
  }
  const Screen = screenAt(pathname)
  if (!Screen) {
    const child = firstChild(pathname, grant)
    return child ? <Navigate to={child} replace /> : <NotInThisVersion title={title} />
  }
  return (
    <ErrorBoundary key={pathname} fallback={(retry, error) => <ScreenFailed again={retry} error={error} />}>
      <Suspense fallback={<PageLoading />}>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  )
}

function ScreenFailed({ again, error }: { again: () => void; error: unknown }) {
  const t = useText('shell')
  // React keeps the failure of a screen that could not be imported: only a new page helps.
  const isGone = error instanceof ChunkError
  return (
    <Result
      status="error"
      title={t(isGone ? 'part.gone' : 'screen.failed')}
      subTitle={t('screen.failedHint')}
      extra={
        <Button onClick={isGone ? () => location.reload() : again}>
          {t(isGone ? 'part.reload' : 'screen.again')}
        </Button>
      }
    />
  )
}

/** Where the console opens: the workspace of the address, else the user's start, else home. */
function startAddress(search: string, grant: Grant): string {
  const id = workspaceIn(new URLSearchParams(search))
  if (id !== undefined) return `/index?${WORKSPACE_PARAMETER}=${id}`
  const start = useWorkspaces.getState().list?.find(({ isStart }) => isStart)
  return start && mayOpen(start, grant) ? workspaceAddress(start) : '/index'
}

/** A path that only groups others leads to the first of them that may be opened. */
function firstChild(path: string, grant: Grant): string | undefined {
  return screensBelow(path, grant, hasScreen)[0]?.path
}

function NotFound() {
  const t = useText('shell')
  return (
    <Result
      data-fits="phone"
      status="404"
      title={t('screen.notFound')}
      subTitle={t('screen.notFoundHint')}
      extra={<Link to="/index">{t('screen.toHome')}</Link>}
    />
  )
}

function NotInThisVersion({ title }: { title: string }) {
  const t = useText('shell')
  return (
    <Result
      status="info"
      title={t('screen.notInVersion')}
      subTitle={title}
      extra={<Link to="/index">{t('screen.toHome')}</Link>}
    />
  )
}

function ServicesFailed({ error, again }: { error: unknown; again: () => void }) {
  const t = useText('shell')
  return (
    <Result
      status="warning"
      title={t('screen.noPlatform')}
      subTitle={errorText(error)}
      extra={
        <Button type="primary" onClick={again}>
          {t('screen.again')}
        </Button>
      }
    />
  )
}
