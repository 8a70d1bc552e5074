import { platformPath } from '@backlot/contract/adapters/call-request'
import { TALK_PATH, type TalkService } from '@backlot/contract/talk/frames'
import { config, platformAddress } from './config.ts'
import { pageSockets } from './reconnecting-socket.ts'
import { createTalkEngine, type TalkEngine } from './talk-engine.ts'

function engineOf(service: TalkService): TalkEngine {
  return createTalkEngine(service, pageSockets(talkAddress))
}

/** The console's engines, one for each service. The shell connects them as the user's capabilities allow. */
export const talkEngines = {
  intercom: engineOf('intercom'),
  meeting: engineOf('meeting'),
  ptt: engineOf('ptt'),
}

function talkAddress(): string {
  const url = new URL(platformAddress(platformPath(config().adapter, TALK_PATH)))
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
