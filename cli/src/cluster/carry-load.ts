import { controlVerifyCode } from '@backlot/contract/control/calls'
import { carryRun, type RunJob } from '@backlot/simulator/cluster/cluster-run'
import type { JobLease } from '@backlot/simulator/cluster/job-leases'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { Measures, type SecondPart } from '@backlot/testing/load/measures'
import { runLoad } from '@backlot/testing/load/run-load'
import { controlCall } from '../control-client.ts'
import type { LoadBody, LoadShardOrder } from './load-shards.ts'

/** Lets a part of a run's operators work, for what is left of its time. */
export async function carryLoad(
  cluster: Cluster,
  lease: JobLease<RunJob<LoadShardOrder>>,
  { name, mayLoad }: { name: string; mayLoad(host: string): string | undefined },
): Promise<void> {
  const job = await carryRun<LoadBody, SecondPart>(cluster, lease, name)
  if (job.state() === 'ended') return
  const { target, beganMs, ...order } = lease.data.order
  const refusal = mayLoad(new URL(target.url).hostname)
  if (refusal !== undefined) return job.tell({ refusal }, true)
  const stop = new AbortController()
  const end = () => stop.abort()
  lease.signal.addEventListener('abort', end, { once: true })
  const bodyOf = (measures: Measures): LoadBody => ({
    measures: measures.encoded(),
    seconds: (cluster.clock.now() - beganMs) / 1000,
  })
  await job.tell(bodyOf(new Measures()))
  const { measures } = await runLoad({
    ...order,
    url: target.url,
    elapsedMs: Math.max(0, cluster.clock.now() - beganMs),
    thresholds: [],
    readCode: async (key) => (await controlCall(target, controlVerifyCode, { params: { key } })).code,
    signal: stop.signal,
    onSecond(_second, current) {
      if (!lease.isHeld()) return
      const second = current.lastSecond()
      if (second) job.say(second)
      void job.tell(bodyOf(current))
      if (job.state() !== 'running') stop.abort()
    },
  })
  lease.signal.removeEventListener('abort', end)
  if (lease.signal.aborted) await job.tell(bodyOf(measures))
  else await job.settle(bodyOf(measures))
}
