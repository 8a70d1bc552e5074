import { routeAt } from '@backlot/contract/routes'
import { useCallback } from 'react'
import { isRoutePermitted } from './permission.ts'
import { useSession } from './session-store.ts'

/** Whether the user may open a route. */
export function useCanAll(): (path: string) => boolean {
  const permission = useSession((session) => session.permission)
  const systemFunction = useSession((session) => session.systemFunction)
  return useCallback(
    (path) => {
      const route = routeAt(path)
      return route !== undefined && isRoutePermitted(route, { permission, systemFunction })
    },
    [permission, systemFunction],
  )
}
