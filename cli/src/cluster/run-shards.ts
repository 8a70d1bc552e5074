import { openRun } from '@backlot/simulator/cluster/cluster-run'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import type { SwarmVerdict } from '../devices/running-swarm.ts'
import { type SwarmSummary, summaryLines, summaryOf, swarmColumns } from '../devices/swarm-report.ts'
import { watch } from '../devices/watch.ts'
import { UserError } from '../user-error.ts'
import { DRAIN_MS } from './carry-devices.ts'
import {
  cutFleet,
  type MergedSwarm,
  mergeShards,
  type ShardBody,
  type ShardOrder,
  type TakeOver,
} from './device-shards.ts'
import { requireWorkers } from './require-workers.ts'
import { untilDue } from './until-due.ts'

const LOOK_MS = 500

/** Lets the workers of a cluster carry a fleet for a time, and judges all of it. */
export async function runShards(
  cluster: Cluster,
  order: ShardOrder,
  given: { to: string; forMs: number; shard: number },
): Promise<SwarmVerdict> {
  await requireWorkers(cluster, 'devices')
  const shards = cutFleet(order, given.shard)
  const beganMs = Date.now()
  await using run = await openRun<ShardOrder, ShardBody>(cluster, 'devices', shards)
  const read = async (): Promise<MergedSwarm> => {
    const merged = mergeShards(await run.reports(), order.count)
    if (merged.refusals.length > 0) throw new UserError(`A worker refuses: ${merged.refusals.join('; ')}`)
    return merged
  }
  await watch(given.forMs, async () => {
    const merged = await read()
    const carried = `${merged.carried}/${shards.length}`
    return [['shards', 9, carried], ...swarmColumns(merged.progress(), merged.latency())]
  })
  const elapsedMs = Date.now() - beganMs
  await run.setState('draining')
  const last = await untilFinal(read, shards.length)
  const { passed, failures, ...summary } = summaryOf(given.to, last, elapsedMs)
  const missing = shards.length - last.carried - last.finals
  const all = [...failures, ...(missing > 0 ? [`${missing} of ${shards.length} shards had no worker`] : [])]
  const data: SwarmSummary & ShardSummary = {
    ...summary,
    shards: shards.length,
    takeOvers: last.takeOvers,
    interrupted: last.interrupted,
    passed: passed && missing <= 0,
    failures: all,
  }
  return { data, lines: [...summaryLines(data), ...takeOverLines(data)] }
}

type ShardSummary = {
  shards: number
  takeOvers: readonly TakeOver[]
  /** Reports that lost workers had sent without an answer. */
  interrupted: number
}

/** What all shards have told for the last time, or whatever there is when they had time to. */
async function untilFinal(read: () => Promise<MergedSwarm>, shards: number): Promise<MergedSwarm> {
  const endMs = Date.now() + DRAIN_MS * 2
  for (;;) {
    const merged = await read()
    if (merged.finals >= shards || Date.now() >= endMs) return merged
    await untilDue(LOOK_MS, new AbortController().signal)
  }
}

function takeOverLines({ takeOvers, interrupted }: ShardSummary): string[] {
  const lines = takeOvers
    .slice(0, TAKE_OVERS_SHOWN)
    .map(
      ({ shard, from, to, silentMs }) =>
        `taken over: shard ${shard} from ${from} by ${to}, silent for ${(silentMs / 1000).toFixed(1)} s`,
    )
  const more = takeOvers.length - lines.length
  return [
    ...lines,
    ...(more > 0 ? [`taken over: ${more} more`] : []),
    ...(interrupted > 0
      ? [`interrupted: ${interrupted} reports had no answer when their worker was lost`]
      : []),
  ]
}

const TAKE_OVERS_SHOWN = 10
