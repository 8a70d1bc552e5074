import { lacksCall } from '@backlot/contract/adapters/call-request'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { autoNewCross } from '@backlot/contract/alarms/calls'
import { create } from 'zustand'
import { config } from '../../platform/config.ts'
import { type Grant, isCallPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'

/** Whether the platform wanted work orders when alarms were confirmed last: only its answer shows that. */
export const useOrderOffer = create<{ asked: boolean }>(() => ({ asked: true }))

/** Whether work orders can be made of confirmed alarms: the user may, and the platform has the call. */
export function mayMakeOrders(grant: Grant, adapter: PlatformAdapter = config().adapter): boolean {
  return isCallPermitted(autoNewCross.access, grant) && !lacksCall(adapter, autoNewCross.name)
}

/** Whether confirming an alarm makes a work order of it, as far as is known beforehand. */
export function useMakesOrders(): boolean {
  const may = useSession((session) => mayMakeOrders(session))
  return useOrderOffer(({ asked }) => asked) && may
}
