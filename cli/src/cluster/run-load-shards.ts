import { openRun } from '@backlot/simulator/cluster/cluster-run'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import type { SecondPart } from '@backlot/testing/load/measures'
import { judgeLoad, type LoadOrder, type LoadResult } from '@backlot/testing/load/run-load'
import type { ControlTarget } from '../control-client.ts'
import { UserError } from '../user-error.ts'
import {
  cutOperators,
  type LoadBody,
  type LoadLoss,
  type LoadShardOrder,
  mergeLoad,
  NO_WORKER,
  SHARD_OPERATORS,
  secondsOfShards,
} from './load-shards.ts'
import { requireWorkers } from './require-workers.ts'
import { untilDue } from './until-due.ts'

const LOOK_MS = 500
/** Actions in progress may take so long, and workers a moment to begin. */
const GRACE_MS = 25_000

type SharedLoad = LoadResult & { losses: LoadLoss[] }

/** Lets the workers of a cluster be the operators; thresholds judge what all of them measured. */
export async function runLoadShards(
  cluster: Cluster,
  order: Omit<LoadOrder, 'url' | 'readCode'> & { target: ControlTarget; toleratesLoss: boolean },
): Promise<SharedLoad> {
  await requireWorkers(cluster, 'load')
  const { thresholds, signal, onSecond, toleratesLoss, ...rest } = order
  const shards = cutOperators({ ...rest, beganMs: cluster.clock.now() }, SHARD_OPERATORS)
  await using run = await openRun<LoadShardOrder, LoadBody, SecondPart>(cluster, 'load', shards)
  const seconds = secondsOfShards(shards.length)
  const endMs = Date.now() + order.forMs + GRACE_MS
  const read = async (isOver: boolean) => {
    for (const second of seconds.hear(await run.said())) onSecond?.(second, merged.measures)
    return mergeLoad(await run.reports(), shards, isOver)
  }
  let merged = mergeLoad([], shards, false)
  const stop = () => void run.setState('ended')
  signal?.addEventListener('abort', stop, { once: true })
  while (merged.finals < shards.length && Date.now() < endMs) {
    await untilDue(LOOK_MS, new AbortController().signal)
    merged = await read(false)
    if (merged.refusals.length > 0) throw new UserError(`A worker refuses: ${merged.refusals.join('; ')}`)
  }
  signal?.removeEventListener('abort', stop)
  merged = await read(true)
  merged.measures.seconds.push(...seconds.timeline())
  const { losses } = merged
  const result = judgeLoad(thresholds, merged.measures, merged.seconds)
  const told = new Set((await run.reports()).map(({ shard }) => shard))
  const idle = shards.filter((_, shard) => !told.has(shard)).reduce((sum, { slice }) => sum + slice.size, 0)
  if (idle > 0) losses.push({ worker: NO_WORKER, operators: idle, atSecond: 0, silentMs: null })
  return { ...result, losses, passed: result.passed && (losses.length === 0 || toleratesLoss) }
}
