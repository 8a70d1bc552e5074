import type { PlaybackState } from '@backlot/contract/recordings/entities'
import { expect, test } from 'vitest'
import { followLeader, type PictureLeader } from './picture-leader.ts'

const leader = (positionMs: number, rate: number, isRunning = true): PictureLeader => ({
  span: { fromMs: 0, toMs: 1_000_000 },
  positionMs: () => positionMs,
  isRunning: () => isRunning,
  rate: () => rate,
  subscribe: () => () => undefined,
})
const state = (part: Partial<PlaybackState>): PlaybackState => ({
  sessionId: 's',
  groupId: 'g',
  state: 'playing',
  positionMs: 50_000,
  mediaMs: 0,
  atMs: 0,
  speed: 1,
  inGap: false,
  ...part,
})

test('a moment that moves as fast as recordings can be played is followed by playing', () => {
  expect(followLeader(leader(51_000, 2), state({}), 1000, 9000, false)).toEqual({ action: 'speed', speed: 2 })
  expect(followLeader(leader(51_000, 1), state({ state: 'paused' }), 0, 9000, false)).toEqual({
    action: 'resume',
  })
  expect(followLeader(leader(52_000, 1), state({}), 1000, 9000, false)).toBeUndefined()
})

test('pictures that are apart from it jump there, not again until the jump has had its time', () => {
  expect(followLeader(leader(90_000, 1), state({}), 1000, 9000, false)).toEqual({
    action: 'seek',
    timeMs: 90_000,
  })
  expect(followLeader(leader(90_000, 1), state({}), 1000, 500, false)).toBeUndefined()
  expect(followLeader(leader(90_000, 1), state({ inGap: true }), 1000, 9000, false)).toBeUndefined()
})

test('a moment that moves faster is shown by a picture now and then, while the playback stands', () => {
  expect(followLeader(leader(80_000, 60), state({}), 0, 9000, false)).toEqual({ action: 'pause' })
  const paused = state({ state: 'paused' })
  expect(followLeader(leader(80_000, 60), paused, 0, 1900, false)).toBeUndefined()
  expect(followLeader(leader(80_000, 60), paused, 0, 2000, false)).toEqual({ action: 'seek', timeMs: 80_000 })
})

test('a moment that stands is shown at once, and nothing is asked for when its picture is there', () => {
  const paused = state({ state: 'paused' })
  expect(followLeader(leader(80_000, 60, false), paused, 0, 0, true)).toEqual({
    action: 'seek',
    timeMs: 80_000,
  })
  expect(followLeader(leader(80_000, 60, false), paused, 0, 100, false)).toBeUndefined()
  expect(followLeader(leader(50_200, 60, false), paused, 0, 9000, true)).toBeUndefined()
  expect(followLeader(leader(80_000, 1), undefined, 0, 9000, true)).toBeUndefined()
})
