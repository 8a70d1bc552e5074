import { ACCESS } from '@backlot/contract/access'
import { deviceKinds } from '@backlot/contract/devices/calls'
import { learnKinds } from '@backlot/contract/devices/known-kinds'
import { clockNow, getInfo } from '@backlot/contract/session/calls'
import { startAlarms, stopAlarms } from '../areas/alarms/alarm-feed.ts'
import { notifications } from '../components/notifications/notify.ts'
import { forgetTree, loadTree } from '../features/device-tree/device-store.ts'
import { permitFavourites } from '../features/favourites/favourite-store.ts'
import { forgetWorkspaces, loadWorkspaces } from '../features/workspaces/workspace-store.ts'
import { channel } from '../platform/channel.ts'
import { request } from '../platform/client.ts'
import { setClock } from '../platform/clock.ts'
import { config } from '../platform/config.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { connectTalk } from '../session/connect-talk.ts'
import { isCallPermitted } from '../session/permission.ts'
import { endSession, onSessionEnd } from '../session/session-end.ts'
import { updateUserInfo, useSession } from '../session/session-store.ts'

/**
 * Starts the services of a session (stated order): the user info is fetched, with what else every screen needs, the channel connected, the clock set, the
 * tree and the alarms loaded. Only rejects when the user info is not available; other failures are noted and shown by
 * the screens. `onClock` is called as soon as the platform's time is known, or is known to be missing: spans like 'the
 * last hour' have no meaning before.
 */
export async function startServices(onClock: () => void): Promise<void> {
  const [{ userInfo }] = await Promise.all([
    request(getInfo),
    attempt('clock', async () => setClock(await request(clockNow))),
    attempt('kinds of devices', async () => learnKinds((await request(deviceKinds)).list)),
  ])
  updateUserInfo(userInfo)
  if (userInfo.permission.length === 0) {
    endSession('no_permission')
    return
  }
  onClock()
  const { sessionId } = useSession.getState()
  permitFavourites(isCallPermitted(ACCESS.watchVideo, useSession.getState()))
  channel.connect({ projectName: config().projectName, loginName: userInfo.loginName, sessionId })
  connectTalk()
  onSessionEnd(stopAlarms)
  onSessionEnd(forgetTree)
  onSessionEnd(notifications.clear)
  onSessionEnd(forgetWorkspaces)
  await Promise.all([
    attempt('device tree', loadTree),
    attempt('workspaces', loadWorkspaces),
    isCallPermitted(ACCESS.seeAlarms, useSession.getState()) ? attempt('alarms', startAlarms) : undefined,
  ])
}

async function attempt(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    noteProblem(what, String(error))
  }
}
