/**
 * A run of many machines: one command owns it and cuts it into jobs, workers carry these and tell how far they are. What
 * they tell is kept by job and epoch: who has lost a job overwrites nothing of who has it now.
 */
import { randomBytes } from 'node:crypto'
import { type JobLease, type LeaseEnd, openJobs } from './job-leases.ts'
import type { JobKind } from './membership.ts'
import type { Cluster } from './open-cluster.ts'

/** What workers do: work, come to an end, or drop it. */
export type RunState = 'running' | 'draining' | 'ended'

/** A piece of a run. */
export type RunJob<Order> = { run: string; shard: number; order: Order }

/** What a worker told last of a job, in one of its turns. */
export type ShardReport<Body> = {
  shard: number
  epoch: number
  /** The worker's name. */
  worker: string
  /** Epoch milliseconds by the clock of Redis. */
  fromMs: number
  atMs: number
  /** Nothing more will come. */
  isFinal: boolean
  body: Body
}

export type OwnedRun<Body> = AsyncDisposable & {
  setState(state: RunState): Promise<void>
  /** Of all jobs in all of their epochs, by job and epoch. */
  reports(): Promise<ShardReport<Body>[]>
  counts(): Promise<{ waiting: number; active: number }>
}

/** Jobs of a run whose owner is gone for so long end. */
const OWNER_GONE_MS = 10_000
const BEAT_MS = 1000
/** What a run leaves is removed after that. */
const KEPT_S = 600

const stateKey = (cluster: Cluster, run: string) => cluster.key('run', run, 'state')
const reportsKey = (cluster: Cluster, run: string) => cluster.key('run', run, 'shards')
const jobId = (run: string, shard: number) => `${run}.${shard}`

/** Starts a run of this machine's. */
export async function openRun<Order, Body>(
  cluster: Cluster,
  kind: JobKind,
  orders: readonly Order[],
): Promise<OwnedRun<Body>> {
  const { redis, clock } = cluster
  const run = randomBytes(6).toString('hex')
  let state: RunState = 'running'
  const beat = () => redis.set(stateKey(cluster, run), state, 'PX', OWNER_GONE_MS)
  await beat()
  const jobs = openJobs<RunJob<Order>>(cluster, kind)
  await jobs.add(orders.map((order, shard) => ({ id: jobId(run, shard), data: { run, shard, order } })))
  const stop = clock.every(BEAT_MS, () => {
    if (cluster.isConnected()) beat().catch(() => {})
  })
  return {
    async setState(next) {
      state = next
      await beat()
    },
    async reports() {
      const told = await redis.hvals(reportsKey(cluster, run))
      return told
        .map((text) => JSON.parse(text) as ShardReport<Body>)
        .sort((a, b) => a.shard - b.shard || a.epoch - b.epoch)
    },
    counts: jobs.counts,
    async [Symbol.asyncDispose]() {
      stop()
      if (cluster.isConnected()) {
        await redis.set(stateKey(cluster, run), 'ended' satisfies RunState, 'EX', KEPT_S)
        await jobs.remove(orders.map((_, shard) => jobId(run, shard)))
        await redis.expire(reportsKey(cluster, run), KEPT_S)
      }
      await jobs[Symbol.asyncDispose]()
    },
  }
}

/** A worker's side of a job. */
export type CarriedJob<Body> = {
  /** What the owner of the run wants now; `ended` also when it is gone. */
  state(): RunState
  /** Tells the state of the job, unless the lease was lost. Rejects never: the next telling has it all. */
  tell(body: Body, isFinal?: boolean): Promise<void>
}

export async function carryRun<Body>(
  cluster: Cluster,
  lease: JobLease<RunJob<unknown>>,
  worker: string,
): Promise<CarriedJob<Body>> {
  const { redis, clock } = cluster
  const { run, shard } = lease.data
  const fromMs = clock.now()
  let state = ((await redis.get(stateKey(cluster, run))) ?? 'ended') as RunState
  return {
    state: () => state,
    async tell(body, isFinal = false) {
      // What cannot be told now is in the next one; nothing waits for Redis in line.
      const isLast = lease.signal.reason === ('handedBack' satisfies LeaseEnd)
      if (!cluster.isConnected() || !(isLast || lease.isHeld())) return
      const report: ShardReport<Body> = {
        shard,
        epoch: lease.epoch,
        worker,
        fromMs,
        atMs: clock.now(),
        isFinal,
        body,
      }
      const answers = await redis
        .multi()
        .hset(reportsKey(cluster, run), `${shard}.${lease.epoch}`, JSON.stringify(report))
        .expire(reportsKey(cluster, run), KEPT_S)
        .get(stateKey(cluster, run))
        .exec()
        .catch(() => undefined)
      const told = answers?.[2]
      if (told && told[0] === null) state = ((told[1] as string | null) ?? 'ended') as RunState
    },
  }
}
