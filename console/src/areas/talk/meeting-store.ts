import { pageTimers } from '../../platform/reconnecting-socket.ts'
import { talkEngines } from '../../platform/talk.ts'
import { useSession } from '../../session/session-store.ts'
import { captureTalk, openTalkSpeaker, playTalk, releaseMicrophone, silenceTalk } from './audio/talk-audio.ts'
import { createMeetingSession } from './meeting-session.ts'
import { sayTalk } from './talk-messages.ts'
import { endTurn, takeTurn } from './talk-turn.ts'

export const ownMemberId = (): string => `u:${useSession.getState().userInfo?.userId ?? 0}`

/** The meetings of this page: its engine, its microphone, its turn to talk. */
export const meetings = createMeetingSession({
  engine: talkEngines.meeting,
  audio: {
    openSpeaker: openTalkSpeaker,
    play: playTalk,
    silence: silenceTalk,
    capture: captureTalk,
    release: releaseMicrophone,
  },
  turn: { take: () => takeTurn('meeting'), end: () => endTurn('meeting') },
  say: sayTalk,
  ownMemberId,
  timers: pageTimers,
})

export const useMeetings = meetings.store
/** Connects the meetings to their engine; answers a function that disconnects them. */
export const startMeetings = meetings.start
