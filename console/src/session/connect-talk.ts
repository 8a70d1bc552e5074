import { ACCESS } from '@backlot/contract/access'
import { currentLanguage } from '../language/language.ts'
import { config } from '../platform/config.ts'
import { talkEngines } from '../platform/talk.ts'
import { isCallPermitted } from './permission.ts'
import { useSession } from './session-store.ts'

/** Signs in to the talk services that the account may use: the intercom only with bit 2048 (stated). */
export function connectTalk(): void {
  const session = useSession.getState()
  const credentials = {
    projectName: config().projectName,
    loginName: session.userInfo?.loginName ?? '',
    sessionId: session.sessionId,
    lang: currentLanguage(),
  }
  if (isCallPermitted(ACCESS.useTalk, session)) talkEngines.intercom.connect(credentials)
  if (isCallPermitted(ACCESS.useMeetings, session)) talkEngines.meeting.connect(credentials)
}

export function closeTalk(): void {
  for (const engine of Object.values(talkEngines)) engine.close()
}
