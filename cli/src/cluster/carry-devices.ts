import { carryRun, type RunJob } from '@backlot/simulator/cluster/cluster-run'
import type { JobLease } from '@backlot/simulator/cluster/job-leases'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { openReportingSwarm } from '../devices/open-swarm.ts'
import type { FaultySwarm } from '../devices/swarm-report.ts'
import { UserError } from '../user-error.ts'
import type { ShardBody, ShardOrder } from './device-shards.ts'
import { guardedClock } from './guarded-clock.ts'
import { untilDue } from './until-due.ts'

const TELL_MS = 1000
/** A shard that was taken over is back within so many seconds, whatever the fleet's rate. */
const BACK_WITHIN_S = 2
/** How long answers to the last reports are waited for. */
export const DRAIN_MS = 5000

/**
 * Carries a shard of a fleet: its devices speak while the lease is held, and are silent before another worker's can
 * begin.
 */
export async function carryDevices(
  cluster: Cluster,
  lease: JobLease<RunJob<ShardOrder>>,
  { name, mayLoad }: { name: string; mayLoad(host: string): string | undefined },
): Promise<void> {
  const job = await carryRun<ShardBody>(cluster, lease, name)
  if (job.state() === 'ended') return
  const order = orderOf(lease)
  const refusal = mayLoad(order.target.host)
  if (refusal !== undefined) return job.tell({ refusal }, true)
  let swarm: FaultySwarm
  try {
    swarm = await openReportingSwarm(order, guardedClock(cluster.clock, lease.isHeld))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return job.tell({ refusal: error.message }, true)
  }
  const close = () => swarm[Symbol.dispose]()
  lease.signal.addEventListener('abort', close, { once: true })
  try {
    const body = (): ShardBody => ({
      progress: swarm.progress(),
      answers: swarm.latency().encoded(),
      faults: swarm.struck(),
    })
    while (!lease.signal.aborted && job.state() === 'running') {
      await job.tell(body())
      await untilDue(TELL_MS, lease.signal)
    }
    if (!lease.signal.aborted && job.state() === 'draining') {
      lease.keep()
      await Promise.race([swarm.drain(DRAIN_MS), untilDue(DRAIN_MS * 2, lease.signal)])
      await job.tell(body(), true)
    }
    // Handed back: its connections are closed, and what they did is told.
    if (lease.signal.aborted) await job.tell(body())
  } finally {
    lease.signal.removeEventListener('abort', close)
    close()
  }
}

function orderOf({ data, epoch }: JobLease<RunJob<ShardOrder>>): ShardOrder {
  const { order } = data
  if (epoch === 1) return order
  return { ...order, rampPerSecond: Math.max(order.rampPerSecond, order.slice.size / BACK_WITHIN_S) }
}
