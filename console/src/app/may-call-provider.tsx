import { type ReactNode, useCallback } from 'react'
import { type MayCall, MayCallContext } from '../parts/may-call.ts'
import { isCallPermitted } from './permission.ts'
import { useSession } from './session-store.ts'

/** Lets the parts know which calls the signed-in user may make. */
export function MayCallProvider({ children }: { children: ReactNode }) {
  const permission = useSession((session) => session.permission)
  const systemFunction = useSession((session) => session.systemFunction)
  const mayCall = useCallback<MayCall>(
    (call) => isCallPermitted(call.access, { permission, systemFunction }),
    [permission, systemFunction],
  )
  return <MayCallContext value={mayCall}>{children}</MayCallContext>
}
