import type { AnyCall } from '@backlot/contract/call'
import { createContext, useCallback, useContext } from 'react'

type Made = Pick<AnyCall, 'access' | 'changes'>

/**
 * Why the platform would refuse a call of the signed-in user: no permission for it, or it changes things that all
 * groups share and the user is limited to one. Undefined when it would not.
 */
export type CallHindrance = (call: Made) => 'mayNot' | 'platformOnly' | undefined

/** Given by the app, which knows the session. */
export const CallHindranceContext = createContext<CallHindrance>(() => undefined)

/** Why the signed-in user may not make a call, redrawing when permissions change. */
export function useCallHindrance(): CallHindrance {
  return useContext(CallHindranceContext)
}

/** Whether the signed-in user may make a call, redrawing when permissions change. */
export function useMayCall(): (call: Made) => boolean {
  const hindrance = useCallHindrance()
  return useCallback((call: Made) => hindrance(call) === undefined, [hindrance])
}
