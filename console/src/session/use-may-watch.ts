import { ACCESS } from '@backlot/contract/access'
import { isCallPermitted } from './permission.ts'
import { useSession } from './session-store.ts'

/** Whether the user may watch live video: nothing that opens it is offered to others. */
export function useMayWatch(): boolean {
  return useSession((session) => isCallPermitted(ACCESS.watchVideo, session))
}
