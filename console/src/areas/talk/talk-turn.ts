import type { TalkService } from '@backlot/contract/talk/frames'
import { sayTalk } from './talk-messages.ts'

let holder: TalkService | undefined

/**
 * The page has one microphone and one ear: a call, a meeting or a group has them. Answers whether `service` has them
 * now, after saying what must be ended first.
 */
export function takeTurn(service: TalkService): boolean {
  if (holder !== undefined && holder !== service) {
    sayTalk(`turn.${holder}`)
    return false
  }
  holder = service
  return true
}

export function endTurn(service: TalkService): void {
  if (holder === service) holder = undefined
}
