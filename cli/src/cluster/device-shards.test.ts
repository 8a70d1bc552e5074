import type { ShardReport } from '@backlot/simulator/cluster/cluster-run'
import { Times } from '@backlot/simulator/telemetry/times'
import { expect, test } from 'vitest'
import { cutFleet, mergeShards, type ShardBody, type ShardOrder } from './device-shards.ts'

const PROGRESS = {
  devices: 10,
  started: 10,
  online: 10,
  reached: 10,
  connects: 10,
  breaks: 0,
  sent: 100,
  acked: 100,
  resent: 0,
  lost: 0,
  backlog: 0,
  answered: 5,
  bytesSent: 1000,
  bytesReceived: 500,
}

const report = (
  more: Partial<ShardReport<ShardBody>>,
  progress: Partial<typeof PROGRESS> = {},
): ShardReport<ShardBody> => {
  const answers = new Times()
  answers.record(5)
  return {
    shard: 0,
    epoch: 1,
    worker: 'one',
    fromMs: 1000,
    atMs: 10_000,
    isFinal: false,
    body: {
      progress: { ...PROGRESS, ...progress },
      answers: answers.encoded(),
      faults: [{ fault: 'split', struck: 3 }],
    },
    ...more,
  }
}

test('a fleet is cut without gaps or overlaps, and its rate with it', () => {
  // What the cut reads of an order.
  const order = { count: 4500, rampPerSecond: 900 } as ShardOrder
  const shards = cutFleet(order, 2000)
  expect(shards.map(({ slice }) => slice)).toEqual([
    { from: 0, size: 2000 },
    { from: 2000, size: 2000 },
    { from: 4000, size: 500 },
  ])
  expect(shards.map(({ rampPerSecond }) => rampPerSecond)).toEqual([400, 400, 100])
})

test('counts of shards are added, with those of workers that were lost', () => {
  const merged = mergeShards(
    [
      report({}, { online: 10, sent: 50, acked: 45, lost: 2 }),
      report({ epoch: 2, worker: 'two', fromMs: 16_500, atMs: 30_000, isFinal: true }, { online: 9 }),
      report({ shard: 1 }, { online: 7 }),
    ],
    20,
  )
  expect(merged.progress()).toMatchObject({ devices: 20, online: 16, started: 20, sent: 247, acked: 245 })
  expect(merged.latency().count).toBe(3)
  expect(merged.struck()).toEqual([{ fault: 'split', struck: 9 }])
  expect(merged.takeOvers).toEqual([{ shard: 0, from: 'one', to: 'two', silentMs: 6500 }])
  // Three had no answer when their worker was lost: nobody waits for them.
  expect([merged.interrupted, merged.carried, merged.finals]).toEqual([3, 1, 1])
})

test('a worker that cannot carry a shard says why', () => {
  const refusal = report({ isFinal: true, body: { refusal: 'rtmp needs ffmpeg' } })
  expect(mergeShards([refusal], 10).refusals).toEqual(['one: rtmp needs ffmpeg'])
})
