import type { AnyCall } from '@backlot/contract/call'
import { createContext, useContext } from 'react'

/** Whether the platform would answer a call of the signed-in user. */
export type MayCall = (call: Pick<AnyCall, 'access'>) => boolean

/** Given by the app, which knows the session. */
export const MayCallContext = createContext<MayCall>(() => true)

/** Tells whether the signed-in user may make a call, redrawing when permissions change. */
export function useMayCall(): MayCall {
  return useContext(MayCallContext)
}
