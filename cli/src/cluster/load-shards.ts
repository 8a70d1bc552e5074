/** Virtual operators cut into shards that workers carry, and what they measured put together again. */
import type { Said, ShardReport } from '@backlot/simulator/cluster/cluster-run'
import {
  addSeconds,
  Measures,
  type MeasuresPart,
  type Second,
  type SecondPart,
} from '@backlot/testing/load/measures'
import type { LoadOrder } from '@backlot/testing/load/run-load'
import type { ControlTarget } from '../control-client.ts'

/** A part of a run's operators; its thresholds are judged where the run is owned. */
export type LoadShardOrder = Pick<
  LoadOrder,
  'operators' | 'forMs' | 'rampMs' | 'profile' | 'profileName' | 'seed' | 'accounts'
> & {
  target: ControlTarget
  slice: { from: number; size: number }
  /** When the run began, epoch milliseconds by the clock of Redis. */
  beganMs: number
}

export type LoadBody = { measures: MeasuresPart; seconds: number } | { refusal: string }

/** Operators of a shard. */
export const SHARD_OPERATORS = 50

export function cutOperators(order: Omit<LoadShardOrder, 'slice'>, size: number): LoadShardOrder[] {
  const { operators } = order
  return Array.from({ length: Math.ceil(operators / size) }, (_, i) => ({
    ...order,
    slice: { from: i * size, size: Math.min(size, operators - i * size) },
  }))
}

/** A worker that was lost, or left, while its operators worked. */
export type LoadLoss = { worker: string; operators: number; atSecond: number; silentMs: number | null }

export type MergedLoad = {
  measures: Measures
  seconds: number
  losses: LoadLoss[]
  refusals: string[]
  finals: number
}

/** Reports come by shard and epoch: all that was measured counts, also by workers that were lost. */
export function mergeLoad(
  reports: readonly ShardReport<LoadBody>[],
  orders: readonly LoadShardOrder[],
  isOver: boolean,
): MergedLoad {
  const measures = new Measures()
  const losses: LoadLoss[] = []
  const refusals: string[] = []
  let [seconds, finals] = [0, 0]
  for (const [i, report] of reports.entries()) {
    const { body, worker, shard } = report
    if ('refusal' in body) {
      refusals.push(`${worker}: ${body.refusal}`)
      continue
    }
    measures.add(body.measures)
    seconds = Math.max(seconds, body.seconds)
    const next = reports[i + 1]?.shard === shard ? reports[i + 1] : undefined
    if (report.isFinal) finals++
    else if (next || isOver) {
      const { slice, beganMs } = orders[shard]!
      losses.push({
        worker,
        operators: slice.size,
        atSecond: Math.round((report.atMs - beganMs) / 1000),
        silentMs: next ? Math.max(0, next.fromMs - report.atMs) : null,
      })
    }
  }
  return { measures, seconds, losses, refusals: [...new Set(refusals)], finals }
}

/** Seconds of all operators, in order: each once all shards have told it, or later ones have been told. */
export function secondsOfShards(shards: number): {
  hear(said: readonly Said<SecondPart>[]): Second[]
  rest(): Second[]
} {
  const parts = new Map<number, Map<string, SecondPart>>()
  let told = -1
  const close = (isDue: (at: number, parts: number) => boolean): Second[] => {
    const closed: Second[] = []
    for (const [at, second] of [...parts].sort(([a], [b]) => a - b)) {
      if (!isDue(at, second.size)) break
      closed.push(addSeconds(at, [...second.values()]))
      parts.delete(at)
      told = at
    }
    return closed
  }
  return {
    hear(said) {
      for (const { shard, epoch, entry } of said) {
        if (entry.at <= told) continue
        const second = parts.get(entry.at) ?? new Map<string, SecondPart>()
        parts.set(entry.at, second.set(`${shard}.${epoch}`, entry))
      }
      const newest = Math.max(...parts.keys(), told)
      return close((at, count) => count >= shards || newest - at >= LATE_SECONDS)
    },
    rest: () => close(() => true),
  }
}

/** A shard that is so far behind is not waited for. */
const LATE_SECONDS = 4
