import { type ReactNode, useCallback } from 'react'
import { type CallHindrance, CallHindranceContext } from '../parts/may-call.ts'
import { isBounded, isCallPermitted } from './permission.ts'
import { useSession } from './session-store.ts'

/** Lets the parts know which calls the signed-in user may make. */
export function MayCallProvider({ children }: { children: ReactNode }) {
  const permission = useSession((session) => session.permission)
  const systemFunction = useSession((session) => session.systemFunction)
  const bounded = useSession((session) => isBounded(session.userInfo))
  const hindrance = useCallback<CallHindrance>(
    (call) => {
      if (!isCallPermitted(call.access, { permission, systemFunction })) return 'mayNot'
      return bounded && call.changes === 'platform' ? 'platformOnly' : undefined
    },
    [permission, systemFunction, bounded],
  )
  return <CallHindranceContext value={hindrance}>{children}</CallHindranceContext>
}
