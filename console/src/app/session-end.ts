import { stopAlarms } from '../areas/alarms/alarm-feed.ts'
import { forgetTree } from '../parts/device-tree/device-store.ts'
import { channel } from '../platform/channel.ts'
import { letPageGo } from '../platform/unsaved-changes.ts'
import { closeTalk } from './connect-talk.ts'
import { queryClient } from './query-client.ts'
import { forgetSession, useSession } from './session-store.ts'

export type EndReason = 'no_permission' | 'deleted' | 'updated' | 'kickedOut' | 'idle' | 'expired'

/** Ends the session here: what is stored and held is cleared and the page loads anew at the sign-in. */
export function endSession(reason?: EndReason): void {
  letPageGo()
  channel.close()
  closeTalk()
  stopAlarms()
  forgetTree()
  queryClient.clear()
  forgetSession()
  location.hash = reason ? `#/login?reason=${reason}` : '#/login'
  location.reload()
}

/** Signs out on the platform first. */
export async function signOutAndEnd(reason?: EndReason): Promise<void> {
  channel.close()
  closeTalk()
  await useSession.getState().signOut()
  endSession(reason)
}
