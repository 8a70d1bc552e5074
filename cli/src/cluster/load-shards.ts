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

/** In place of a worker, for operators that nobody took. */
export const NO_WORKER = 'none'

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

/** Seconds of all operators. */
export type ShardSeconds = {
  /** Those that are closed by what was said, in order: when all shards have told them, or later ones have been told. */
  hear(said: readonly Said<SecondPart>[]): Second[]
  /** All of them, with what came late. */
  timeline(): Second[]
}

export function secondsOfShards(shards: number): ShardSeconds {
  const parts = new Map<number, Said<SecondPart>[]>()
  let shown = -1
  const secondAt = (at: number): Second =>
    addSeconds(
      at,
      (parts.get(at) ?? []).map(({ entry }) => entry),
    )
  return {
    hear(said) {
      for (const one of said) parts.set(one.entry.at, [...(parts.get(one.entry.at) ?? []), one])
      const newest = Math.max(...parts.keys(), shown)
      const closed: Second[] = []
      for (const [at, list] of [...parts].sort(([one], [other]) => one - other)) {
        if (at <= shown) continue
        const isWhole = new Set(list.map(({ shard }) => shard)).size >= shards
        if (!isWhole && newest - at < LATE_SECONDS) break
        closed.push(secondAt(at))
        shown = at
      }
      return closed
    },
    timeline: () => [...parts.keys()].sort((one, other) => one - other).map(secondAt),
  }
}

/** A shard that is so far behind is not waited for. */
const LATE_SECONDS = 4
