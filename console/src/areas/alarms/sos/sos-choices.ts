import type { SosCase, SosStatus } from './sos-cases.ts'

/** What the operator may do, as the platform will check it. */
export type SosRights = { handle: boolean; talk: boolean; dispatch: boolean }

export type SosChoices = {
  /** What answering is here; undefined when the operator has no right that would make it do something. */
  answer: 'answer' | 'call' | 'respond' | undefined
  /** Takes a missed call off the cards of everybody. */
  acknowledge: boolean
  /** Takes the case off the operator's own card. */
  done: boolean
  process: boolean
  decline: boolean
}

/** What an operator can do about a case. `talkable`: the device that calls can be talked to. */
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
    // Nobody else has a missed call without an alarm on a card by it, nor may this operator take what has one.
    done: kind === 'mine' || (kind === 'missed' && !takes),
    process: takes && kind !== 'handled' && kind !== 'ringing',
    decline: kind === 'ringing' && talk,
  }
}
