import { expect, test } from 'vitest'
import { trackGaps } from './track-gaps.ts'

const span = (fromS: number, toS: number) => ({ fromMs: fromS * 1000, toMs: toS * 1000 })
const range = (fromS: number, toS: number, stepS: number) =>
  Array.from({ length: Math.floor((toS - fromS) / stepS) + 1 }, (_, i) => fromS + i * stepS)
const states = (...list: [fromS: number, toS: number, online: boolean][]) =>
  list.map(([fromS, toS, online]) => ({ ...span(fromS, toS), online }))

test('a silence of more than a minute is a gap, before, between and after positions', () => {
  const seconds = [...range(100, 200, 1), ...range(260, 300, 1), ...range(361, 400, 1)]
  expect(trackGaps(seconds, span(0, 500), 1000, [])).toEqual([
    { startTime: 0, endTime: 100, reason: 'gpsLost' },
    { startTime: 300, endTime: 361, reason: 'gpsLost' },
    { startTime: 400, endTime: 500, reason: 'gpsLost' },
  ])
})

test('a device that sends every five minutes has no gap until three of its reports are missing', () => {
  const seconds = [...range(0, 3000, 300), ...range(3901, 6000, 300)]
  expect(trackGaps(seconds, span(0, 6000), 1000, [])).toEqual([
    { startTime: 3000, endTime: 3901, reason: 'gpsLost' },
  ])
  expect(trackGaps(range(0, 6000, 600), span(0, 6000), 600_000, [])).toEqual([])
})

test('the reason is what the device was for the greater part of the gap', () => {
  const online = states([0, 100, true], [100, 170, false], [170, 300, true], [300, 400, false])
  const seconds = [...range(0, 90, 1), ...range(190, 220, 1), ...range(310, 400, 1)]
  expect(trackGaps(seconds, span(0, 400), 1000, online)).toEqual([
    { startTime: 90, endTime: 190, reason: 'offline' },
    { startTime: 220, endTime: 310, reason: 'gpsLost' },
  ])
})

test('a span without any position is one gap, and an empty span none', () => {
  expect(trackGaps([], span(0, 600), 1000, states([0, 600, false]))).toEqual([
    { startTime: 0, endTime: 600, reason: 'offline' },
  ])
  expect(trackGaps([], span(600, 600), 1000, [])).toEqual([])
})
