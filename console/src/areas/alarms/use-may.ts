import type { Access } from '@backlot/contract/call'
import { isCallPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'

/** Whether the platform would answer a call of this access to the user. */
export function useMay(access: Access): boolean {
  return useSession(({ permission, systemFunction }) =>
    isCallPermitted(access, { permission, systemFunction }),
  )
}
