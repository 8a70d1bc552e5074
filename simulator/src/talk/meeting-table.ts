import { MEETING_MEMBERS_MAX } from '@backlot/contract/talk/constants'
import type { Meeting, MeetingMember } from '@backlot/contract/talk/meeting-frames'
import type { MeetingRules } from '../areas/talk/ports.ts'
import { SpeechQueue } from './speech-queue.ts'
import type { TalkDevice } from './talk-device.ts'
import type { TalkOperator } from './talk-operator.ts'

export type Seat = MeetingMember & {
  operator?: TalkOperator | undefined
  device?: TalkDevice | undefined
  speech: SpeechQueue
  /** When something was last heard of him. */
  heardMs: number
  cancel: () => void
}

export const operatorMember = (userId: number) => `u:${userId}`
export const deviceMember = (sn: string) => `d:${sn}`

const USUAL_RULES: MeetingRules = { membersMax: MEETING_MEMBERS_MAX, joinMuted: false }

/** One meeting: who sits in it, who leads it. Invitations and silences are states of its seats. */
export class MeetingTable {
  readonly id: number
  readonly name: string
  readonly startedAt: number
  chairmanId: string
  /** By whose template it is held. */
  readonly rules: MeetingRules
  readonly seats = new Map<string, Seat>()
  speaking: readonly string[] = []

  constructor(id: number, name: string, chairmanId: string, startedAt: number, rules = USUAL_RULES) {
    this.id = id
    this.name = name
    this.chairmanId = chairmanId
    this.startedAt = startedAt
    this.rules = rules
  }

  /** Puts a member into the list, again when he was there before. */
  seat(member: Omit<MeetingMember, 'state' | 'muted'>, state: MeetingMember['state']): Seat {
    this.seats.get(member.memberId)?.cancel()
    const seat: Seat = {
      ...member,
      state,
      muted: this.rules.joinMuted && member.memberId !== this.chairmanId,
      speech: new SpeechQueue(),
      heardMs: 0,
      cancel: () => {},
    }
    this.seats.set(member.memberId, seat)
    return seat
  }

  /** Who is in the meeting or asked to come. */
  present(): Seat[] {
    return [...this.seats.values()].filter(({ state }) => state === 'joined' || state === 'invited')
  }

  /** Operators in the meeting, in the order in which they came. */
  joinedOperators(): Seat[] {
    return [...this.seats.values()].filter(({ operator, state }) => operator && state === 'joined')
  }

  joined(): Seat[] {
    return [...this.seats.values()].filter(({ state }) => state === 'joined')
  }

  /** Whether all places are taken by members and invited ones. */
  isFullFor(memberId: string): boolean {
    const others = [...this.seats.values()].filter((seat) => seat.memberId !== memberId)
    const taken = others.filter(({ state }) => state === 'joined' || state === 'invited')
    return taken.length >= this.rules.membersMax || others.length >= MEETING_MEMBERS_MAX
  }

  /** The chair goes to the operator who has been there longest. Answers whether there is one. */
  passChair(): boolean {
    const next = this.joinedOperators()[0]
    if (next) this.chairmanId = next.memberId
    return next !== undefined
  }

  record(): Meeting {
    return {
      id: this.id,
      name: this.name,
      chairmanId: this.chairmanId,
      startedAt: this.startedAt,
      members: [...this.seats.values()].map(({ memberId, kind, name, sn, userId, state, muted }) => ({
        memberId,
        kind,
        name,
        ...(sn === undefined ? {} : { sn }),
        ...(userId === undefined ? {} : { userId }),
        state,
        muted,
      })),
    }
  }
}
