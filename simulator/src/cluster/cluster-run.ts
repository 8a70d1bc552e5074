/**
 * A run on many machines: one command owns it and cuts it into jobs; workers carry these and tell how far they are. What
 * they tell is stored by job and epoch, so a worker that has lost a job overwrites nothing of the one that has it now.
 */
import { randomBytes } from 'node:crypto'
import type { QueueKind } from '@backlot/contract/control/cluster-state'
import { type JobLease, type LeaseEnd, openJobs } from './job-leases.ts'
import type { Cluster } from './open-cluster.ts'

/** What workers do with it: work, finish what they have begun, or drop it. */
export type RunState = 'running' | 'draining' | 'ended'

/** A piece of a run. */
export type RunJob<Order> = { run: string; shard: number; order: Order }

/** What a worker told last about a job, in one of its turns. */
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

export type OwnedRun<Body, Entry> = AsyncDisposable & {
  setState(state: RunState): Promise<void>
  /** Of every job in each of its epochs, by job and epoch. */
  reports(): Promise<ShardReport<Body>[]>
  /** What was said since the last call, in its order. */
  said(): Promise<Said<Entry>[]>
  /** Jobs of this kind that wait and that are carried, of all runs. */
  counts(): Promise<{ waiting: number; active: number }>
}

/** An entry that a job told once. */
export type Said<Entry> = { shard: number; epoch: number; worker: string; entry: Entry }

/** Jobs end when the owner of their run has been gone for so long. */
const OWNER_GONE_MS = 10_000
const BEAT_MS = 1000
const SETTLE_MS = 200
/** What a run leaves in Redis is removed after that. */
const KEPT_S = 600
/** About how many entries of a run wait to be read, and how many are read at a time. */
const SAID_MAX = 200_000
const SAID_AT_ONCE = 5000

const stateKey = (cluster: Cluster, run: string) => cluster.key('run', run, 'state')
const reportsKey = (cluster: Cluster, run: string) => cluster.key('run', run, 'shards')
const saidKey = (cluster: Cluster, run: string) => cluster.key('run', run, 'said')
const jobId = (run: string, shard: number) => `${run}.${shard}`

/** Starts a run that this machine owns. */
export async function openRun<Order, Body, Entry = never>(
  cluster: Cluster,
  kind: QueueKind,
  orders: readonly Order[],
): Promise<OwnedRun<Body, Entry>> {
  const { redis, clock } = cluster
  const run = randomBytes(6).toString('hex')
  let state: RunState = 'running'
  let lastSaid = '0-0'
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
    async said() {
      const entries = await redis.xrange(saidKey(cluster, run), `(${lastSaid}`, '+', 'COUNT', SAID_AT_ONCE)
      const [newest] = entries.at(-1) ?? []
      if (newest !== undefined) lastSaid = newest
      return entries.map(([, [, text = '']]) => JSON.parse(text) as Said<Entry>)
    },
    counts: jobs.counts,
    async [Symbol.asyncDispose]() {
      stop()
      if (cluster.isConnected()) {
        await redis.set(stateKey(cluster, run), 'ended' satisfies RunState, 'EX', KEPT_S)
        await jobs.remove(orders.map((_, shard) => jobId(run, shard)))
        await redis.expire(reportsKey(cluster, run), KEPT_S)
        await redis.expire(saidKey(cluster, run), KEPT_S)
      }
      await jobs[Symbol.asyncDispose]()
    },
  }
}

/** A worker's side of a job. */
export type CarriedJob<Body, Entry> = {
  /** What the owner of the run wants now; `ended` also when it is gone. */
  state(): RunState
  /** Tells the state of the job, unless the lease was lost. Never rejects: the next telling has it all. */
  tell(body: Body, isFinal?: boolean): Promise<void>
  /** Says something once: with the next telling, or the first one that reaches Redis. */
  say(entry: Entry): void
  /** Resolves when all that was said has arrived, or the lease is over. */
  settle(body: Body): Promise<void>
}

export async function carryRun<Body, Entry = never>(
  cluster: Cluster,
  lease: JobLease<RunJob<unknown>>,
  worker: string,
): Promise<CarriedJob<Body, Entry>> {
  const { redis, clock } = cluster
  const { run, shard } = lease.data
  const fromMs = clock.now()
  let state = ((await redis.get(stateKey(cluster, run))) ?? 'ended') as RunState
  let unsaid: string[] = []
  const mayTell = () => lease.isHeld() || lease.signal.reason === ('handedBack' satisfies LeaseEnd)

  async function tell(body: Body, isFinal = false): Promise<void> {
    // The next telling has it all: none waits for Redis.
    if (!cluster.isConnected() || !mayTell()) return
    const { epoch } = lease
    const report: ShardReport<Body> = { shard, epoch, worker, fromMs, atMs: clock.now(), isFinal, body }
    const saying = unsaid
    unsaid = []
    const multi = redis
      .multi()
      .hset(reportsKey(cluster, run), `${shard}.${epoch}`, JSON.stringify(report))
      .expire(reportsKey(cluster, run), KEPT_S)
      .get(stateKey(cluster, run))
    for (const text of saying) multi.xadd(saidKey(cluster, run), 'MAXLEN', '~', SAID_MAX, '*', 'said', text)
    if (saying.length > 0) multi.expire(saidKey(cluster, run), KEPT_S)
    const answers = await multi.exec().catch(() => undefined)
    if (!answers) unsaid = [...saying, ...unsaid]
    const told = answers?.[2]
    if (told && told[0] === null) state = ((told[1] as string | null) ?? 'ended') as RunState
  }
  return {
    state: () => state,
    tell,
    say: (entry) =>
      void unsaid.push(JSON.stringify({ shard, epoch: lease.epoch, worker, entry } satisfies Said<Entry>)),
    async settle(body) {
      for (;;) {
        await tell(body, true)
        if (unsaid.length === 0 || !mayTell()) return
        await new Promise<void>((resolve) => {
          setTimeout(resolve, SETTLE_MS)
        })
      }
    },
  }
}
