import type { PlaybackState } from '@backlot/contract/recordings/entities'
import { expect, test } from 'vitest'
import { ReplayClock } from './replay-clock.ts'

const said = (part: Partial<PlaybackState>): PlaybackState => ({
  sessionId: 's',
  groupId: 'g',
  state: 'playing',
  positionMs: 1000,
  mediaMs: 0,
  atMs: 10,
  speed: 1,
  inGap: false,
  ...part,
})

test('a playback goes on at its speed and stands when it is paused', () => {
  let now = 0
  const clock = new ReplayClock(() => now)
  expect(clock.positionMs()).toBeUndefined()
  clock.set(said({ speed: 4 }))
  now = 100
  expect(clock.positionMs()).toBe(1400)
  clock.set(said({ state: 'paused', positionMs: 1500, atMs: 11 }))
  now = 200
  expect(clock.positionMs()).toBe(1500)
})

test('an older statement that comes late changes nothing, one of another group does', () => {
  const clock = new ReplayClock(() => 0)
  clock.set(said({ atMs: 20, positionMs: 7000 }))
  expect(clock.set(said({ atMs: 19 }))).toBe(false)
  expect(clock.positionMs()).toBe(7000)
  expect(clock.set(said({ groupId: 'h', atMs: 5 }))).toBe(true)
})
