import type { TalkService } from '@backlot/contract/talk/frames'
import { setTalkUnderWay, talkUnderWay } from '../../features/talk/talk-state.ts'
import { sayTalk } from './talk-messages.ts'

/**
 * The page has one microphone and one loudspeaker: a call, a meeting or a group has them. Answers whether `service` has
 * them now; else shows what must be ended first.
 */
export function takeTurn(service: TalkService): boolean {
  const holder = talkUnderWay()
  if (holder !== undefined && holder !== service) {
    sayTalk(`turn.${holder}`)
    return false
  }
  setTalkUnderWay(service)
  return true
}

export function endTurn(service: TalkService): void {
  if (talkUnderWay() === service) setTalkUnderWay(undefined)
}
