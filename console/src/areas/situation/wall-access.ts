import { ACCESS } from '@backlot/contract/access'
import { airSituation } from '@backlot/contract/situation/calls'
import { isCallPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'

/** Permissions for blocks of the wall. */
export const ACCESS_AIR = airSituation.access
export const ACCESS_VIDEO = ACCESS.watchVideo

/** Whether the user may make calls of this access. */
export function useGranted(access: Parameters<typeof isCallPermitted>[0]): boolean {
  return useSession((session) => isCallPermitted(access, session))
}
