/** A fleet cut into shards that workers carry, and what they tell put together again. */

import type { ShardReport } from '@backlot/simulator/cluster/cluster-run'
import type { SwarmProgress } from '@backlot/simulator/fleet/uplinks/device-swarm'
import { Times } from '@backlot/simulator/telemetry/times'
import type { Reporting } from '../devices/open-swarm.ts'
import type { SwarmOrder } from '../devices/swarm-order.ts'
import type { CountedSwarm } from '../devices/swarm-report.ts'

export type ShardOrder = SwarmOrder & { protocol: Reporting }

/** What a worker tells of its shard once a second. */
export type ShardBody =
  | {
      progress: SwarmProgress
      /** Times of answers: an encoded histogram. */
      answers: string
      faults: { fault: string; struck: number }[]
    }
  /** It cannot carry it. */
  | { refusal: string }

/** Devices of a shard. */
export const SHARD_DEVICES: Readonly<Record<Reporting, number>> = {
  jt808: 2000,
  hj212: 2000,
  mqtt: 2000,
  gb28181: 500,
  rtmp: 8,
}

/** The orders of the shards: each part of the fleet connects at its part of the rate. */
export function cutFleet(order: ShardOrder, size: number): ShardOrder[] {
  const { count, rampPerSecond } = order
  return Array.from({ length: Math.ceil(count / size) }, (_, i) => {
    const slice = { from: i * size, size: Math.min(size, count - i * size) }
    return { ...order, slice, rampPerSecond: (rampPerSecond * slice.size) / count }
  })
}

/** A shard that changed hands. */
export type TakeOver = {
  shard: number
  from: string
  to: string
  /** Between the last telling of one worker and the first moment of the other, milliseconds. */
  silentMs: number
}

export type MergedSwarm = CountedSwarm & {
  /** Shards that a worker carries now, and those that have ended. */
  carried: number
  finals: number
  takeOvers: readonly TakeOver[]
  /** Reports that lost workers had sent without an answer. */
  interrupted: number
  refusals: readonly string[]
}

const GAUGES = ['devices', 'started', 'online', 'reached', 'backlog'] as const

/** Reports come by shard and epoch. Of a shard that changed hands, what was counted is added and what is so is the last one's. */
export function mergeShards(reports: readonly ShardReport<ShardBody>[], devices: number): MergedSwarm {
  const sum: SwarmProgress = { ...NOTHING, devices }
  const answers = new Times()
  const struck = new Map<string, number>()
  const takeOvers: TakeOver[] = []
  const refusals = new Set<string>()
  let carried = 0
  let finals = 0
  let interrupted = 0
  for (const [i, report] of reports.entries()) {
    const { body, shard } = report
    if ('refusal' in body) {
      refusals.add(`${report.worker}: ${body.refusal}`)
      continue
    }
    const { progress } = body
    const next = reports[i + 1]?.shard === shard ? reports[i + 1] : undefined
    for (const name of Object.keys(sum) as (keyof SwarmProgress)[]) {
      const isGauge = (GAUGES as readonly string[]).includes(name)
      if (name !== 'devices' && (!isGauge || !next)) sum[name] += progress[name]
    }
    answers.add(body.answers)
    for (const { fault, struck: times } of body.faults) struck.set(fault, (struck.get(fault) ?? 0) + times)
    if (!next) {
      if (report.isFinal) finals++
      else carried++
      continue
    }
    const unanswered = Math.max(0, progress.sent - progress.acked - progress.lost)
    interrupted += unanswered
    // They have no one who could wait for their answers any more.
    sum.sent -= unanswered
    const silentMs = Math.max(0, next.fromMs - report.atMs)
    takeOvers.push({ shard, from: report.worker, to: next.worker, silentMs })
  }
  return {
    carried,
    finals,
    takeOvers,
    interrupted,
    refusals: [...refusals],
    progress: () => sum,
    latency: () => answers,
    struck: () => [...struck].map(([fault, times]) => ({ fault, struck: times })),
  }
}

const NOTHING: SwarmProgress = {
  devices: 0,
  started: 0,
  online: 0,
  reached: 0,
  connects: 0,
  breaks: 0,
  sent: 0,
  acked: 0,
  resent: 0,
  lost: 0,
  backlog: 0,
  answered: 0,
  bytesSent: 0,
  bytesReceived: 0,
}
