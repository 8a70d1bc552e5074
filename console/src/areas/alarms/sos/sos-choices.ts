import type { SosCase, SosStatus } from './sos-cases.ts'

/** Permissions of the operator, as the platform will check them. */
export type SosRights = { handle: boolean; talk: boolean; dispatch: boolean }

export type SosChoices = {
  /** Meaning of answering here; undefined when the operator's permissions give it no effect. */
  answer: 'answer' | 'call' | 'respond' | undefined
  /** Takes a missed call off the cards of everybody. */
  acknowledge: boolean
  /** Takes the case off the operator's own card. */
  done: boolean
  process: boolean
  decline: boolean
}

/** Actions of an operator on a case. `talkable`: audio to the calling device is possible. */
export function sosChoices(
  { alarm }: Pick<SosCase, 'alarm'>,
  { kind }: Pick<SosStatus, 'kind'>,
  { handle, talk }: Pick<SosRights, 'handle' | 'talk'>,
  talkable: boolean,
): SosChoices {
  const takes = alarm !== undefined && handle
  const speaks = talk && (talkable || kind === 'ringing')
  const isOpen = kind !== 'handled' && kind !== 'mine'
  const answer = kind === 'ringing' ? 'answer' : kind === 'missed' && speaks ? 'call' : 'respond'
  return {
    answer: isOpen && (kind === 'ringing' ? talk || takes : takes || speaks) ? answer : undefined,
    acknowledge: kind === 'missed' && takes,
    // A missed call without an alarm is on no other operator's card, and this operator may not take one that is.
    done: kind === 'mine' || (kind === 'missed' && !takes),
    process: takes && kind !== 'handled' && kind !== 'ringing',
    decline: kind === 'ringing' && talk,
  }
}
