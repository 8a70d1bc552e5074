import { afterEach, expect, it, vi } from 'vitest'
import { setTalkUnderWay, talkUnderWay } from '../../features/talk/talk-state.ts'

vi.mock('./talk-messages.ts', () => ({ sayTalk: () => {} }))
const { endTurn, takeTurn } = await import('./talk-turn.ts')

afterEach(() => setTalkUnderWay(undefined))

it.each(['intercom', 'meeting', 'ptt'] as const)(
  'other screens know that %s is under way, until it ends',
  (service) => {
    expect(takeTurn(service)).toBe(true)
    expect(talkUnderWay()).toBe(service)
    endTurn(service)
    expect(talkUnderWay()).toBeUndefined()
  },
)

it('a talk takes the sound from no other, and ends none', () => {
  takeTurn('meeting')
  expect(takeTurn('intercom')).toBe(false)
  endTurn('intercom')
  expect(talkUnderWay()).toBe('meeting')
})
