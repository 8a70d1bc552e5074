import { Measures, type SecondPart } from '@backlot/testing/load/measures'
import { expect, test } from 'vitest'
import { cutOperators, type LoadBody, mergeLoad, secondsOfShards } from './load-shards.ts'

const ORDER = {
  operators: 120,
  forMs: 60_000,
  rampMs: 3000,
  profile: { weights: { tree: 1 }, pauseMs: 1000 },
  profileName: 'tree=1',
  seed: 1,
  accounts: [],
  target: { url: 'http://127.0.0.1:1', token: undefined },
  beganMs: 1000,
}

const measured = (...times: number[]): Measures => {
  const measures = new Measures()
  for (const ms of times) measures.time('http', ms)
  measures.count('operators')
  return measures
}
const reportOf = (shard: number, epoch: number, worker: string, measures: Measures, isFinal: boolean) => {
  const body: LoadBody = { measures: measures.encoded(), seconds: 60 }
  return { shard, epoch, worker, fromMs: 1000 * epoch, atMs: 21_000, isFinal, body }
}

test('operators are cut into shards that leave nobody out', () => {
  expect(cutOperators(ORDER, 50).map(({ slice }) => slice)).toEqual([
    { from: 0, size: 50 },
    { from: 50, size: 50 },
    { from: 100, size: 20 },
  ])
})

test('percentiles are those of all measured times, and a lost worker is told', () => {
  const fast = measured(...Array.from({ length: 98 }, () => 1))
  const slow = measured(1000, 1000)
  const merged = mergeLoad(
    [
      reportOf(0, 1, 'one', fast, false),
      reportOf(0, 2, 'two', slow, true),
      reportOf(1, 1, 'two', slow, true),
    ],
    cutOperators(ORDER, 60),
    true,
  )
  const http = merged.measures.times('http')!
  expect(http.count).toBe(102)
  // The mean of their medians would be far from it.
  expect(http.percentile(50)).toBeCloseTo(1, 1)
  expect(http.percentile(99)).toBeCloseTo(1000, -1)
  expect(merged.measures.counted('operators')).toBe(3)
  expect(merged.losses).toEqual([{ worker: 'one', operators: 60, atSecond: 20, silentMs: 0 }])
  expect(merged.finals).toBe(2)
})

test('a second is closed when all shards have told it, in order, or when it is late', () => {
  const part = (at: number): SecondPart => {
    const measures = measured(at)
    measures.tick(at, 5)
    return measures.lastSecond()!
  }
  const say = (shard: number, at: number) => ({ shard, epoch: 1, worker: 'one', entry: part(at) })
  const seconds = secondsOfShards(2)
  expect(seconds.hear([say(0, 1), say(0, 2), say(1, 2)])).toEqual([])
  expect(seconds.hear([say(1, 1)]).map(({ at, operators, requests }) => [at, operators, requests])).toEqual([
    [1, 10, 2],
    [2, 10, 2],
  ])
  expect(seconds.hear([say(0, 3), say(0, 4), say(0, 5), say(0, 6)])).toEqual([])
  expect(seconds.hear([say(0, 7)]).map(({ at }) => at)).toEqual([3])
  // Too late to be shown, but it counts; and so does the rest of a second that was cut short.
  expect(seconds.hear([say(1, 3), say(1, 7), say(1, 7)]).map(({ at }) => at)).toEqual([])
  expect(seconds.timeline().map(({ at, requests }) => [at, requests])).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
    [4, 1],
    [5, 1],
    [6, 1],
    [7, 3],
  ])
})
