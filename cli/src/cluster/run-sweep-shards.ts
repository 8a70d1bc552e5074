import { openRun } from '@backlot/simulator/cluster/cluster-run'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import type { SeedOutcome } from '@backlot/simulator/scenario-runs/sweep/seed-outcome'
import type { SweepOrder } from '@backlot/simulator/scenario-runs/sweep/sweep-seeds'
import type { SweepBody, SweepShardOrder } from './carry-sweep.ts'
import { requireWorkers, workersFor } from './require-workers.ts'
import { untilDue } from './until-due.ts'

/** Pieces for each slot: a slow one does not keep the others waiting at the end. */
const PIECES_A_SLOT = 8
const PIECE_MAX = 50
const LOOK_MS = 300

/**
 * Lets the workers of a cluster run the seeds. A seed whose worker was lost is run again; the outcome that comes first
 * counts. A seed whose job failed on its worker has that as its outcome. `onNobody`: no worker is left that would run the
 * rest, which waits for one. Resolves when every seed has an outcome, or the signal was aborted.
 */
export async function runSweepShards(
  cluster: Cluster,
  order: Omit<SweepOrder, 'jobs' | 'seeds'> & { seeds: readonly number[]; onNobody(): void },
): Promise<void> {
  const workers = await requireWorkers(cluster, 'sweep')
  const { scenario, start, seeds, onOutcome, signal = new AbortController().signal } = order
  const slots = workers.reduce((sum, { takes }) => sum + (takes.sweep ?? 0), 0)
  const size = Math.min(PIECE_MAX, Math.ceil(seeds.length / (slots * PIECES_A_SLOT)))
  const pieces = Array.from({ length: Math.ceil(seeds.length / size) }, (_, i) => ({
    scenario,
    start,
    seeds: seeds.slice(i * size, (i + 1) * size),
  }))
  await using run = await openRun<SweepShardOrder, SweepBody, SeedOutcome>(cluster, 'sweep', pieces)
  const left = new Set(seeds)
  let isWorkedOn = true
  while (left.size > 0 && !signal.aborted) {
    await untilDue(LOOK_MS, signal)
    const { waiting, active } = await run.counts()
    const said = await run.said()
    for (const { entry } of said) if (left.delete(entry.seed)) onOutcome(entry)
    // All jobs are over, and all that they said is read.
    if (waiting + active > 0 || said.length > 0) {
      const wasWorkedOn = isWorkedOn
      isWorkedOn = (await workersFor(cluster, 'sweep')).length > 0
      if (wasWorkedOn && !isWorkedOn) order.onNobody()
      continue
    }
    for (const seed of left)
      onOutcome({ seed, error: 'its worker could not run it: see what that one prints' })
    return
  }
}
