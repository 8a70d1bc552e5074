import { ACCESS } from '@backlot/contract/access'
import { hasAnyOf } from '../../app/permission.ts'
import { useSession } from '../../app/session-store.ts'

/** Whether the user may process alarms and change their type: what the platform will check. */
export function useMayHandle(): boolean {
  return useSession(({ permission, systemFunction }) => {
    const access = ACCESS.handleAlarms
    if (access.kind !== 'routes') return true
    return access.routes.some((route) => permission.has(route)) && hasAnyOf(access.anyOf, systemFunction)
  })
}
