import type { TalkClientFrame } from '@backlot/contract/talk/frames'
import type { Meeting, MeetingMember } from '@backlot/contract/talk/meeting-frames'
import { MEETING_RESULTS, resultName } from '@backlot/contract/talk/results'
import { create } from 'zustand'
import { noteProblem } from '../../platform/diagnostics.ts'
import type { SocketEnvironment } from '../../platform/reconnecting-socket.ts'
import type { TalkEngine, TalkEngineState, TalkMessage } from '../../platform/talk-engine.ts'
import type { sayTalk } from './talk-messages.ts'
import { microphoneText } from './talk-texts.ts'

type Meetings = {
  service: TalkEngineState
  list: readonly Meeting[]
  people: TalkMessage<'meetings'>['people']
  /** Asked to join or to create a meeting, and waits for the answer. */
  entering: boolean
  /** Id of the meeting that this console takes part in: the platform has accepted it. */
  here: number | undefined
  speaking: readonly string[]
  invitation: TalkMessage<'meetingInvited'> | undefined
  /** Without a microphone one still listens. */
  microphone: boolean
  /** Was in a meeting until the connection was lost, and has not joined one since. */
  cutOff: boolean
}

const EMPTY: Meetings = {
  service: 'off',
  list: [],
  people: [],
  entering: false,
  here: undefined,
  speaking: [],
  invitation: undefined,
  microphone: false,
  cutOff: false,
}

/** The platform answers at once; an answer that takes longer than that is not waited for. */
const ANSWER_WAIT_MS = 10_000
const OK = MEETING_RESULTS.ok
/** Who creates a meeting is in it even when somebody could not be invited. */
const NOT_ALL_INVITED: readonly number[] = [
  MEETING_RESULTS.notFound,
  MEETING_RESULTS.full,
  MEETING_RESULTS.deviceOffline,
  MEETING_RESULTS.audioChannelNotFound,
]

export type NewMeeting = { name: string; templateId?: number; devices: string[]; operators: number[] }

/** Ports of a meeting to its page. */
type MeetingPorts = {
  engine: Pick<TalkEngine, 'send' | 'sound' | 'on' | 'onSound' | 'onState'>
  audio: {
    openSpeaker(): Promise<void>
    play(bytes: Uint8Array): void
    silence(): void
    /** Sends the microphone's sound to a sink. Rejects with a MicrophoneError. */
    capture(to: (bytes: Uint8Array<ArrayBuffer>) => void, onLost: () => void): Promise<void>
    release(): void
  }
  /** The page's one microphone and loudspeaker. */
  turn: { take(): boolean; end(): void }
  say: typeof sayTalk
  ownMemberId(): string
  timers: Pick<SocketEnvironment, 'setTimer' | 'clearTimer'>
}

type Answer = (result: number, meetingId: number | undefined) => void

/** The meeting that a console takes part in. */
export function currentMeeting({ list, here }: Pick<Meetings, 'list' | 'here'>): Meeting | undefined {
  return list.find(({ id }) => id === here)
}

/**
 * A console's part in meetings. Only an accepted request makes it a participant, with the microphone; a refusal, an
 * answer that does not come and a lost connection give the turn to talk back and report why.
 */
export function createMeetingSession(ports: MeetingPorts) {
  const { engine, audio, turn, say } = ports
  const store = create<Meetings>(() => EMPTY)
  const now = store.getState
  /** Handlers for the results of pending requests. */
  const waiting = new Map<string, Answer>()
  let count = 0
  let entry: { requestId: string; joins: number | undefined; timer: unknown; late: Answer } | undefined

  const isSelf = ({ memberId }: MeetingMember) => memberId === ports.ownMemberId()

  function report(result: number): void {
    const name = resultName(MEETING_RESULTS, result)
    if (name === undefined) say('meeting.result.other', 'error', { result })
    else if (name !== 'ok') say(`meeting.result.${name}`)
  }

  function ask(frame: (requestId: string) => TalkClientFrame, answer: Answer = report): string | undefined {
    const requestId = `m${++count}`
    waiting.set(requestId, answer)
    if (engine.send(frame(requestId))) return requestId
    waiting.delete(requestId)
    say('meeting.offline')
    return undefined
  }

  /**
   * Asks to take part. `idOf`: the meeting that an answer lets this console into, if it does; `joins`: the meeting, where
   * it is known before.
   */
  function enter(
    frame: (requestId: string) => TalkClientFrame,
    idOf: (result: number, meetingId: number | undefined) => number | undefined,
    joins?: number,
  ): void {
    if (entry) return
    if (now().here !== undefined) {
      say('turn.meeting')
      return
    }
    if (!turn.take()) return
    store.setState({ cutOff: false })
    const requestId = ask(frame, (result, answered) => {
      const meetingId = idOf(result, answered)
      dropEntry()
      // A success that names no meeting is no success either.
      if (result === OK && meetingId === undefined) say('meeting.result.other', 'error', { result })
      else report(result)
      if (meetingId === undefined) turn.end()
      else stepIn(meetingId)
    })
    if (requestId === undefined) {
      turn.end()
      return
    }
    const late: Answer = (result, answered) => {
      const meetingId = idOf(result, answered)
      // Requested again meanwhile: the newer request decides.
      if (meetingId === undefined || [entry?.joins, now().here].includes(meetingId)) return
      ask((requestId) => ({ type: 'meetingLeave', requestId, meetingId }))
    }
    const timer = ports.timers.setTimer(() => {
      waiting.set(requestId, late)
      stepOut()
      say('meeting.noAnswer')
    }, ANSWER_WAIT_MS)
    entry = { requestId, joins, timer, late }
    store.setState({ entering: true })
  }

  function dropEntry(): void {
    if (!entry) return
    ports.timers.clearTimer(entry.timer)
    entry = undefined
    store.setState({ entering: false })
  }

  function stepIn(meetingId: number): void {
    const isHere = () => now().here === meetingId
    store.setState({ here: meetingId, speaking: [], invitation: undefined })
    audio.openSpeaker().catch((error: unknown) => {
      noteProblem('talk sound', String(error))
      say('noSound')
    })
    const lost = () => {
      store.setState({ microphone: false })
      say('microphone.lost')
    }
    audio
      .capture((bytes) => {
        const self = currentMeeting(now())?.members.find(isSelf)
        if (self && !self.muted) engine.sound(bytes)
      }, lost)
      .then(
        () => isHere() && store.setState({ microphone: true }),
        (error: unknown) => isHere() && say(microphoneText(error), 'warning'),
      )
  }

  /** No longer takes part, nor waits to. Answers whether it did. */
  function stepOut(): boolean {
    const { here } = now()
    if (here === undefined && !entry) return false
    dropEntry()
    store.setState({ here: undefined, speaking: [], microphone: false })
    if (here !== undefined) {
      audio.release()
      audio.silence()
    }
    turn.end()
    return true
  }

  function inMeeting(frame: (meetingId: number, requestId: string) => TalkClientFrame): void {
    const { here } = now()
    if (here !== undefined) ask((requestId) => frame(here, requestId))
  }

  function leave(): void {
    store.setState({ cutOff: false })
    if (entry) waiting.set(entry.requestId, entry.late)
    inMeeting((meetingId, requestId) => ({ type: 'meetingLeave', requestId, meetingId }))
    stepOut()
  }

  return {
    store,

    /** Connects to the engine; answers a function that disconnects it. */
    start(): () => void {
      let lostSilently = false
      const stops = [
        engine.onState((service) => {
          store.setState({ service })
          if (service === 'ready') return
          waiting.clear()
          const lost = stepOut() || lostSilently
          // Off by itself is a sign-out; off and on again is a new connection, as for another language.
          lostSilently = lost && service === 'off'
          if (lost && service !== 'off') {
            say('meeting.linkLost')
            store.setState({ cutOff: true })
          }
          store.setState({ list: [], people: [], invitation: undefined })
        }),
        engine.onSound(audio.play),
        engine.on('meetings', ({ list, people }) => {
          store.setState({ list, people })
          const { invitation } = now()
          const mine = list.find(({ id }) => id === invitation?.meetingId)?.members.find(isSelf)
          if (invitation && mine?.state !== 'invited') store.setState({ invitation: undefined })
        }),
        engine.on('meetingInvited', (invitation) => store.setState({ invitation })),
        engine.on('meetingSpeaking', ({ memberIds }) => store.setState({ speaking: memberIds })),
        engine.on('meetingOut', ({ meetingId, why }) => {
          if (now().here !== meetingId) return
          stepOut()
          say(`meeting.out.${why}`, 'info')
        }),
        engine.on('meetingResult', ({ requestId, result, meetingId }) => {
          const answer = waiting.get(requestId)
          waiting.delete(requestId)
          answer?.(result, meetingId)
        }),
      ]
      return () => {
        for (const stop of stops) stop()
        leave()
      }
    },

    create(meeting: NewMeeting): void {
      enter(
        (requestId) => ({ type: 'meetingCreate', requestId, ...meeting }),
        (result, made) => (result === OK || NOT_ALL_INVITED.includes(result) ? made : undefined),
      )
    },

    join(meetingId: number): void {
      enter(
        (requestId) => ({ type: 'meetingJoin', requestId, meetingId }),
        (result) => (result === OK ? meetingId : undefined),
        meetingId,
      )
    },

    leave,

    refuseInvitation(): void {
      const { invitation } = now()
      if (!invitation) return
      const { meetingId } = invitation
      ask((requestId) => ({ type: 'meetingLeave', requestId, meetingId }))
      store.setState({ invitation: undefined })
    },

    invite(devices: string[], operators: number[]): void {
      inMeeting((meetingId, requestId) => ({
        type: 'meetingInvite',
        requestId,
        meetingId,
        devices,
        operators,
      }))
    },

    mute(memberId: string, muted: boolean): void {
      inMeeting((meetingId, requestId) => ({ type: 'meetingMute', requestId, meetingId, memberId, muted }))
    },

    remove(memberId: string): void {
      inMeeting((meetingId, requestId) => ({ type: 'meetingRemove', requestId, meetingId, memberId }))
    },

    passChair(memberId: string): void {
      inMeeting((meetingId, requestId) => ({ type: 'meetingChair', requestId, meetingId, memberId }))
    },

    end(): void {
      inMeeting((meetingId, requestId) => ({ type: 'meetingEnd', requestId, meetingId }))
    },
  }
}
