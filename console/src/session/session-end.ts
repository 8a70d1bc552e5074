import { channel } from '../platform/channel.ts'
import { queryClient } from '../platform/query-client.ts'
import { letPageGo } from '../platform/unsaved-changes.ts'
import { closeTalk } from './connect-talk.ts'
import { forgetSession, useSession } from './session-store.ts'

export type EndReason = 'no_permission' | 'deleted' | 'updated' | 'kickedOut' | 'idle' | 'expired'

/** Interval at which an unreachable server is checked; the page reloads when it is back. */
const ASK_AGAIN_MS = 3000

const clears = new Set<() => void>()

/** Has `clear` called when the session ends: whatever holds data of the signed-in user registers itself. */
export function onSessionEnd(clear: () => void): void {
  clears.add(clear)
}

/**
 * Ends the session here: stored and held data are cleared and the page reloads at the sign-in. While the platform is
 * away the sign-in shows without that, since the browser would show its own error page.
 */
export function endSession(reason?: EndReason): void {
  const isAway = channel.lost() !== undefined
  letPageGo()
  channel.close()
  closeTalk()
  for (const clear of clears) clear()
  queryClient.clear()
  forgetSession()
  location.hash = reason ? `#/login?reason=${reason}` : '#/login'
  if (isAway) void reloadWhenBack()
  else location.reload()
}

/** Signs out on the platform first; while that is away, nobody waits for its answer. */
export async function signOutAndEnd(reason?: EndReason): Promise<void> {
  const signedOut = useSession.getState().signOut()
  if (channel.lost() === undefined) {
    channel.close()
    closeTalk()
    await signedOut
  }
  endSession(reason)
}

async function reloadWhenBack(): Promise<void> {
  while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  location.reload()
}

/** Whether the server answers with this page. */
const isServed = () =>
  fetch(location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
