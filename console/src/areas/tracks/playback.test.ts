import { expect, test } from 'vitest'
import { Playback, paceFor } from './playback.ts'

function opened() {
  let nowMs = 1000
  const playback = new Playback(() => nowMs)
  playback.open({ fromMs: 0, toMs: 3_600_000 })
  return {
    playback,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('a playback runs at speed times pace, stands while paused and stops at its start', () => {
  const { playback, pass } = opened()
  expect(playback.state()).toEqual({ mode: 'stopped', speed: 1, pace: 60 })
  playback.play()
  pass(1000)
  expect(playback.positionMs()).toBe(60_000)
  playback.setSpeed(4)
  pass(1000)
  expect(playback.positionMs()).toBe(300_000)
  playback.pause()
  pass(5000)
  expect(playback.positionMs()).toBe(300_000)
  playback.setPace(10)
  playback.toggle()
  pass(1000)
  expect(playback.positionMs()).toBe(340_000)
  playback.stop()
  expect(playback.positionMs()).toBe(0)
  expect(playback.state().mode).toBe('stopped')
})

test('it pauses at the end of the span, and plays from the start from there', () => {
  const { playback, pass } = opened()
  let told = 0
  playback.subscribe(() => told++)
  playback.play()
  pass(10_000_000)
  expect(playback.positionMs()).toBe(3_600_000)
  expect(playback.state().mode).toBe('paused')
  expect(told).toBe(2)
  playback.play()
  pass(1000)
  expect(playback.positionMs()).toBe(60_000)
})

test('a jump stays within the span, and shows the moment without playing', () => {
  const { playback, pass } = opened()
  playback.seek(99_999_999)
  expect(playback.positionMs()).toBe(3_600_000)
  playback.seek(-5)
  expect(playback.positionMs()).toBe(0)
  expect(playback.state().mode).toBe('paused')
  playback.play()
  pass(1000)
  playback.seek(1_000_000)
  pass(1000)
  expect(playback.positionMs()).toBe(1_060_000)
})

test('the speed goes round: 1, 2, 3, 4 and back', () => {
  const { playback } = opened()
  const speeds = [1, 2, 3, 4].map(() => {
    playback.cycleSpeed()
    return playback.state().speed
  })
  expect(speeds).toEqual([2, 3, 4, 1])
})

test('a span begins with a pace at which it does not last long', () => {
  const span = (minutes: number) => ({ fromMs: 0, toMs: minutes * 60_000 })
  expect([5, 60, 360, 1440].map((minutes) => paceFor(span(minutes)))).toEqual([1, 10, 60, 300])
})
