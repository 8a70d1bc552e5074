import { addVisit } from '@backlot/contract/logs/calls'
import { routeAt } from '@backlot/contract/routes'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { request } from '../platform/client.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { isRoutePermitted } from '../session/permission.ts'
import { hasScreen } from '../session/screen-paths.ts'
import { useSession } from '../session/session-store.ts'

/** Reports opened pages to the platform, once the services run. A platform without that log misses nothing. */
export function useVisitLog(ready: boolean): void {
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
