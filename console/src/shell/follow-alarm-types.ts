import { ACCESS } from '@backlot/contract/access'
import { loadShieldList } from '../features/alarms/shield-store.ts'
import { channel } from '../platform/channel.ts'
import { noteProblem } from '../platform/diagnostics.ts'
import { queryClient } from '../platform/query-client.ts'
import { isCallPermitted } from '../session/permission.ts'
import { useSession } from '../session/session-store.ts'

/**
 * Reloads types, levels and the user's own shield list when the platform announces a change, and after an absence in
 * which that would have been missed. Answers a function that stops it.
 */
export function followAlarmTypes(): () => void {
  const typesAgain = () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('alarmTypes'),
    })
  const shieldAgain = () => {
    if (!isCallPermitted(ACCESS.seeAlarms, useSession.getState())) return
    loadShieldList().catch((error: unknown) => noteProblem('alarms.shield', String(error)))
  }
  const stops = [
    channel.on('alarmTypes', ({ changed }) => (changed === 'types' ? typesAgain() : shieldAgain())),
    channel.on('resync', () => {
      typesAgain()
      shieldAgain()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
