import { ACCESS } from '@backlot/contract/access'
import { isCallPermitted } from './permission.ts'
import { useSession } from './session-store.ts'

/** Which services of talk the account may use: the intercom only with bit 2048 (stated), meetings with their server's. */
export function useMayTalk(): { intercom: boolean; meetings: boolean } {
  const intercom = useSession((session) => isCallPermitted(ACCESS.useTalk, session))
  const meetings = useSession((session) => isCallPermitted(ACCESS.useMeetings, session))
  return { intercom, meetings }
}
