import type { TalkClientFrame } from '@backlot/contract/talk/frames'
import type { Meeting, MeetingMember } from '@backlot/contract/talk/meeting-frames'
import { MEETING_RESULTS, resultName } from '@backlot/contract/talk/results'
import { create } from 'zustand'
import { useSession } from '../../app/session-store.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { talkEngines } from '../../platform/talk.ts'
import type { TalkEngineState, TalkMessage } from '../../platform/talk-engine.ts'
import { captureTalk, openTalkSpeaker, playTalk, releaseMicrophone, silenceTalk } from './audio/talk-audio.ts'
import { sayTalk } from './talk-messages.ts'
import { microphoneText } from './talk-texts.ts'
import { endTurn, takeTurn } from './talk-turn.ts'

type Meetings = {
  service: TalkEngineState
  list: readonly Meeting[]
  people: TalkMessage<'meetings'>['people']
  /** Id of the meeting that this console sits in. */
  here: number | undefined
  speaking: readonly string[]
  invitation: TalkMessage<'meetingInvited'> | undefined
  /** Without a microphone one still listens. */
  microphone: boolean
}

const engine = talkEngines.meeting
const EMPTY: Meetings = {
  service: 'off',
  list: [],
  people: [],
  here: undefined,
  speaking: [],
  invitation: undefined,
  microphone: false,
}
export const useMeetings = create<Meetings>(() => EMPTY)
const now = useMeetings.getState
let count = 0
/** What was asked for and waits for its result. */
const asked = new Map<string, (meetingId: number | undefined) => void>()

export const ownMemberId = (): string => `u:${useSession.getState().userInfo?.userId ?? 0}`

/** The meeting that this console sits in. */
export function currentMeeting({ list, here }: Pick<Meetings, 'list' | 'here'>): Meeting | undefined {
  return list.find(({ id }) => id === here)
}

/** Connects the store to its engine; answers how to let go. */
export function startMeetings(): () => void {
  const stops = [
    engine.onState((service) => {
      useMeetings.setState({ service })
      if (service === 'ready') return
      asked.clear()
      stepOut()
      useMeetings.setState({ list: [], people: [], invitation: undefined })
    }),
    engine.onSound(playTalk),
    engine.on('meetings', ({ list, people }) => {
      useMeetings.setState({ list, people })
      const { invitation } = now()
      const mine = list.find(({ id }) => id === invitation?.meetingId)?.members.find(isSelf)
      if (invitation && mine?.state !== 'invited') useMeetings.setState({ invitation: undefined })
    }),
    engine.on('meetingInvited', (invitation) => useMeetings.setState({ invitation })),
    engine.on('meetingSpeaking', ({ memberIds }) => useMeetings.setState({ speaking: memberIds })),
    engine.on('meetingOut', ({ meetingId, why }) => {
      if (now().here !== meetingId) return
      stepOut()
      sayTalk(`meeting.out.${why}`, 'info')
    }),
    engine.on('meetingResult', ({ requestId, result, meetingId }) => {
      const done = asked.get(requestId)
      asked.delete(requestId)
      const name = resultName(MEETING_RESULTS, result)
      if (name !== 'ok') sayTalk(`meeting.result.${name ?? 'notFound'}`)
      // A new meeting stands even when somebody could not be invited.
      if (meetingId !== undefined) done?.(meetingId)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    leaveMeeting()
  }
}

const isSelf = ({ memberId }: MeetingMember) => memberId === ownMemberId()

export type NewMeeting = { name: string; templateId?: number; devices: string[]; operators: number[] }

export function createMeeting(meeting: NewMeeting): void {
  if (!takeTurn('meeting')) return
  ask((requestId) => ({ type: 'meetingCreate', requestId, ...meeting }), stepIn)
}

export function joinMeeting(meetingId: number): void {
  if (!takeTurn('meeting')) return
  ask((requestId) => ({ type: 'meetingJoin', requestId, meetingId }), stepIn)
  useMeetings.setState({ invitation: undefined })
}

export function leaveMeeting(): void {
  const { here: meetingId } = now()
  if (meetingId === undefined) return
  ask((requestId) => ({ type: 'meetingLeave', requestId, meetingId }))
  stepOut()
}

export function refuseInvitation(): void {
  const { invitation } = now()
  if (!invitation) return
  const { meetingId } = invitation
  ask((requestId) => ({ type: 'meetingLeave', requestId, meetingId }))
  useMeetings.setState({ invitation: undefined })
}

export function invite(devices: string[], operators: number[]): void {
  inMeeting((meetingId, requestId) => ({ type: 'meetingInvite', requestId, meetingId, devices, operators }))
}

export function muteMember(memberId: string, muted: boolean): void {
  inMeeting((meetingId, requestId) => ({ type: 'meetingMute', requestId, meetingId, memberId, muted }))
}

export function removeMember(memberId: string): void {
  inMeeting((meetingId, requestId) => ({ type: 'meetingRemove', requestId, meetingId, memberId }))
}

export function passChair(memberId: string): void {
  inMeeting((meetingId, requestId) => ({ type: 'meetingChair', requestId, meetingId, memberId }))
}

export function endMeeting(): void {
  inMeeting((meetingId, requestId) => ({ type: 'meetingEnd', requestId, meetingId }))
}

function inMeeting(frame: (meetingId: number, requestId: string) => TalkClientFrame): void {
  const { here } = now()
  if (here !== undefined) ask((requestId) => frame(here, requestId))
}

function ask(
  frame: (requestId: string) => TalkClientFrame,
  done: (meetingId: number | undefined) => void = () => {},
): void {
  const requestId = `m${++count}`
  asked.set(requestId, done)
  if (engine.send(frame(requestId))) return
  asked.delete(requestId)
  sayTalk('meeting.offline')
}

function stepIn(meetingId: number | undefined): void {
  useMeetings.setState({ here: meetingId, speaking: [] })
  openTalkSpeaker().catch((error: unknown) => {
    noteProblem('talk sound', String(error))
    sayTalk('noSound')
  })
  const lost = () => {
    useMeetings.setState({ microphone: false })
    sayTalk('microphone.lost')
  }
  captureTalk((bytes) => {
    const self = currentMeeting(now())?.members.find(isSelf)
    if (self && !self.muted) engine.sound(bytes)
  }, lost).then(
    () => useMeetings.setState({ microphone: true }),
    (error: unknown) => sayTalk(microphoneText(error), 'warning'),
  )
}

function stepOut(): void {
  if (now().here === undefined) return
  useMeetings.setState({ here: undefined, speaking: [], microphone: false })
  releaseMicrophone()
  silenceTalk()
  endTurn('meeting')
}
