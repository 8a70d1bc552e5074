import { carryRun, type RunJob } from '@backlot/simulator/cluster/cluster-run'
import type { JobLease } from '@backlot/simulator/cluster/job-leases'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import type { Scenario } from '@backlot/simulator/scenario/scenario'
import type { SeedOutcome } from '@backlot/simulator/scenario-runs/sweep/seed-outcome'
import { sweepSeeds } from '@backlot/simulator/scenario-runs/sweep/sweep-seeds'

/** Some seeds of a sweep. */
export type SweepShardOrder = { scenario: Scenario; start: string | undefined; seeds: readonly number[] }
export type SweepBody = { done: number }

const TELL_MS = 1000

/** Runs some seeds of a sweep, one after the other on a thread; what ends is said at once. */
export async function carrySweep(
  cluster: Cluster,
  lease: JobLease<RunJob<SweepShardOrder>>,
  name: string,
): Promise<void> {
  const job = await carryRun<SweepBody, SeedOutcome>(cluster, lease, name)
  if (job.state() === 'ended') return
  const stop = new AbortController()
  const end = () => stop.abort()
  lease.signal.addEventListener('abort', end, { once: true })
  let done = 0
  const look = setInterval(() => {
    void job.tell({ done })
    if (job.state() !== 'running') stop.abort()
  }, TELL_MS)
  try {
    await sweepSeeds({
      ...lease.data.order,
      jobs: 1,
      signal: stop.signal,
      onOutcome(outcome) {
        done++
        job.say(outcome)
        void job.tell({ done })
      },
    })
  } finally {
    clearInterval(look)
    lease.signal.removeEventListener('abort', end)
  }
  if (lease.signal.aborted) await job.tell({ done })
  else await job.settle({ done })
}
