import { expect, test } from 'vitest'
import type { FlvTag } from '../wire/flv/flv-tag.ts'
import { createPublishedTimes } from './published-times.ts'

type Kind = 'meta' | 'header' | 'key' | 'video' | 'sound' | 'soundHeader'
const BODIES: Record<Kind, [type: number, ...body: number[]]> = {
  meta: [18, 2, 0, 10],
  header: [9, 0x17, 0],
  key: [9, 0x17, 1],
  video: [9, 0x27, 1],
  soundHeader: [8, 0xaf, 0],
  sound: [8, 0xaf, 1],
}

/** Tags that come 40 ms after each other, from second 100 of the stream on: their times there, less those 100 seconds. */
function timesOf(tags: readonly (readonly [Kind, number])[], everyMs = 40): number[] {
  let now = 100_000 - everyMs
  const timeOf = createPublishedTimes(() => now)
  return tags.map(([kind, timestampMs]) => {
    const [type, ...body] = BODIES[kind]
    now += everyMs
    return timeOf({ type, timestampMs, body: Uint8Array.from(body) } satisfies FlvTag) - 100_000
  })
}
const HOUR = 3_600_000

test('headers and metadata at 0 do not make pictures that begin at an hour late', () => {
  const times = timesOf([
    ['meta', 0],
    ['header', 0],
    ['key', HOUR],
    ['video', HOUR + 40],
  ])
  expect(times).toEqual([0, 40, 80, 120])
})

test('metadata with a time stamp of their own, first or later, are of the moment and move nothing', () => {
  const times = timesOf([
    ['meta', 9 * HOUR],
    ['key', 5000],
    ['video', 5040],
    ['meta', 0],
    ['header', 77 * HOUR],
    ['video', 5080],
  ])
  expect(times).toEqual([0, 40, 80, 80, 80, 120])
})

test('sound before the first picture keeps its distance to it', () => {
  const times = timesOf([
    ['soundHeader', 0],
    ['sound', HOUR],
    ['sound', HOUR + 64],
    ['key', HOUR + 20],
    ['video', HOUR + 60],
    ['sound', HOUR + 128],
  ])
  expect(times.slice(1)).toEqual([40, 104, 60, 100, 168])
})

test('time stamps that wrap at 2³² go on, those that wrap at 2³¹ or jump begin anew at the moment', () => {
  const wrap = 2 ** 32
  const wrapping = timesOf([
    ['key', wrap - 60],
    ['video', wrap - 20],
    ['video', 20],
    ['video', 60],
  ])
  expect(wrapping).toEqual([0, 40, 80, 120])
  for (const jumped of [0, 2 * HOUR, 2 ** 31]) {
    const times = timesOf([
      ['key', HOUR],
      ['video', HOUR + 40],
      ['video', jumped],
      ['video', jumped + 40],
    ])
    expect(times).toEqual([0, 40, 80, 120])
  }
})

test('sound and pictures that jump one after the other keep their distance', () => {
  const times = timesOf([
    ['sound', HOUR],
    ['key', HOUR + 10],
    ['video', 500],
    ['sound', HOUR + 64],
    ['sound', 510],
    ['video', 540],
    ['sound', 574],
  ])
  const [, , video, , sound] = times as number[]
  expect(sound! - video!).toBe(10)
  expect(times.slice(4)).toEqual([video! + 10, video! + 40, video! + 74])
})

test('sound that begins at 0 beside pictures that begin at an hour is of the same moment', () => {
  const times = timesOf([
    ['sound', 0],
    ['key', HOUR],
    ['sound', 64],
    ['video', HOUR + 40],
  ])
  expect(times).toEqual([0, 40, 64, 80])
})

test('a publisher that was silent for a minute goes on at the moment, one that sends a second at once is not hurried', () => {
  const silent = timesOf(
    [
      ['key', 0],
      ['video', 60_000],
    ],
    60_000,
  )
  expect(silent).toEqual([0, 60_000])
  const burst = timesOf(
    Array.from({ length: 25 }, (_, i) => ['key', i * 40] as const),
    0,
  )
  expect(burst).toEqual(Array.from({ length: 25 }, (_, i) => i * 40))
})
