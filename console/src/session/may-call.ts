import type { AnyCall } from '@backlot/contract/call'
import { useCallback } from 'react'
import { isBounded, isCallPermitted } from './permission.ts'
import { useSession } from './session-store.ts'

type Made = Pick<AnyCall, 'access' | 'changes'>

/**
 * Why the platform would refuse a call of the signed-in user: no permission for it, or it changes things that all
 * groups share and the user is limited to one. Undefined when it would not.
 */
type CallHindrance = (call: Made) => 'mayNot' | 'platformOnly' | undefined

/** Why the signed-in user may not make a call, redrawing when permissions change. */
export function useCallHindrance(): CallHindrance {
  const permission = useSession((session) => session.permission)
  const systemFunction = useSession((session) => session.systemFunction)
  const bounded = useSession((session) => isBounded(session.userInfo))
  return useCallback(
    (call) => {
      if (!isCallPermitted(call.access, { permission, systemFunction })) return 'mayNot'
      return bounded && call.changes === 'platform' ? 'platformOnly' : undefined
    },
    [permission, systemFunction, bounded],
  )
}

/** Whether the signed-in user may make a call, redrawing when permissions change. */
export function useMayCall(): (call: Made) => boolean {
  const hindrance = useCallHindrance()
  return useCallback((call: Made) => hindrance(call) === undefined, [hindrance])
}
