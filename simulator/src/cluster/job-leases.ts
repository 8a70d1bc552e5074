/**
 * Jobs that machines carry. Each piece of work is a job of BullMQ, whose lock is the lease. A machine that cannot renew a
 * lease ends its work before the lease ends, so no two machines ever carry the same job.
 */

import type { QueueKind } from '@backlot/contract/control/cluster-state'
import { type Job, Queue, Worker } from 'bullmq'
import { countMembers, readMembers } from './membership.ts'
import type { Cluster } from './open-cluster.ts'

/** A job that this machine carries. */
export type JobLease<Data> = {
  id: string
  data: Data
  /** How often the job was taken, from 1; each turn has its own. */
  epoch: number
  /** Aborted when the lease is lost or handed back: the work ends at once. Its reason is a LeaseEnd. */
  signal: AbortSignal
  /** Asked before anything is said in the job's name: also after the process has stood still. */
  isHeld(): boolean
  /** It ends soon: from now on it is not handed back for the sake of fair shares. */
  keep(): void
}

/** `lost`: somebody else may have it; `handedBack`: this machine leaves, or is to. */
export type LeaseEnd = 'lost' | 'handedBack'

export type JobServer = AsyncDisposable & {
  /** Ids of the jobs that are carried. */
  carried(): readonly string[]
  /** Leases that ended before their work did. */
  lost(): number
}

/** How long a machine keeps a job after it last renewed the lease. */
const LEASE_MS = 4000
/** The work ends so long before its lease. */
const MARGIN_MS = 1000
const RENEW_MS = 1000
const WATCH_MS = 100
const STALLED_CHECK_MS = 1000
const LOOK_MS = 500
const EVEN_MS = 1000
/** Shares are worked out again so often, though as many machines are there: one may stand in another's place. */
const SHARE_MS = 15_000
/** Machines that died are forgotten sooner: a surplus that lasts longer is for one that is there. */
const EVEN_AFTER_MS = 4000
/** A job may change hands as often as machines die. */
const NO_LIMIT = 1_000_000_000

/** A lease as its holder has it. */
type Held = {
  job: Job<unknown, void>
  token: string
  renewedMs: number
  abort: AbortController
  isKept: boolean
}

/**
 * Carries jobs of a kind, up to `slots` and its fair share of all that there are. `carry` resolves when the job is done,
 * or soon after its signal was aborted. A job whose `carry` throws has failed, unless its lease had ended: then it is
 * another machine's. `evensOut`: jobs that last are handed back, one after the other, when a machine has come for which
 * they are beyond this one's fair share. Disposed of, it takes nothing more and hands back what it carries.
 */
export function serveJobs<Data>(
  cluster: Cluster,
  kind: QueueKind,
  order: { slots: number; name: string; evensOut?: boolean; carry(lease: JobLease<Data>): Promise<void> },
): JobServer {
  const { redis, log } = cluster
  const held = new Map<string, Held>()
  const running = new Set<Promise<void>>()
  let [lost, turns] = [0, 0]
  let isLeaving = false

  // Jobs are taken by hand: BullMQ's own loop takes no further ones while long ones run, and takes all it can at once.
  const worker = new Worker<Data, void>(kind, null, {
    connection: redis,
    prefix: cluster.queuePrefix,
    name: order.name,
    lockDuration: LEASE_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: NO_LIMIT,
  })
  worker.on('error', (error) => log.debug({ err: error }, 'a job was not finished in its queue'))
  void worker.startStalledCheckTimer()
  const jobs = openJobs<Data>(cluster, kind)

  const lose = (id: string): void => {
    const own = held.get(id)
    if (!own || own.abort.signal.aborted) return
    lost++
    own.abort.abort('lost' satisfies LeaseEnd)
  }
  const isHeld = ({ abort, renewedMs }: Held): boolean =>
    !abort.signal.aborted && performance.now() - renewedMs < LEASE_MS - MARGIN_MS

  const work = async (id: string, own: Held & { job: Job<Data, void> }): Promise<void> => {
    const { job, token, abort } = own
    let failure: unknown
    try {
      const { data, attemptsStarted: epoch } = job
      const keep = () => {
        own.isKept = true
      }
      await order.carry({ id, data, epoch, signal: abort.signal, isHeld: () => isHeld(own), keep })
    } catch (error) {
      failure = error ?? new Error('it failed without a reason')
    }
    if (held.get(id) === own) held.delete(id)
    try {
      // If the lease was lost, the job may be another machine's: the queue refuses then, by its lock.
      if (abort.signal.aborted) await job.moveToWait(token)
      else if (failure === undefined) await job.moveToCompleted(undefined, token, false)
      else {
        log.warn({ err: failure }, `job ${kind}/${id} failed`)
        await job.moveToFailed(failure instanceof Error ? failure : new Error(String(failure)), token)
      }
    } catch (error) {
      log.debug({ err: error }, 'a job was not finished in its queue')
    }
  }
  /** How many jobs wait, and how many of all there are this machine may have. */
  const fairShare = async (): Promise<{ waiting: number; share: number }> => {
    const [{ waiting, active }, members] = await Promise.all([jobs.counts(), readMembers(cluster)])
    const all = members.reduce((sum, { takes }) => sum + (takes[kind] ?? 0), 0)
    return { waiting, share: shareOf(order.slots, Math.max(all, order.slots), waiting + active) }
  }
  const take = async (): Promise<void> => {
    if (held.size >= order.slots || (await jobs.waiting()) === 0) return
    const { share } = await fairShare()
    while (held.size < share && !isLeaving) {
      const token = `${worker.id}:${turns++}`
      // The lock begins after this moment.
      const renewedMs = performance.now()
      const job = await worker.getNextJob(token, { block: false })
      if (!job?.id) return
      const own = { job, token, renewedMs, abort: new AbortController(), isKept: false }
      held.set(job.id, own)
      const turn = work(job.id, own)
      running.add(turn)
      void turn.finally(() => running.delete(turn))
    }
  }
  let machines = 0
  let sharedMs = 0
  let surplusSinceMs: number | undefined
  const evenOut = async (): Promise<void> => {
    const before = machines
    machines = await countMembers(cluster)
    // Shares change with the machines; who carries nothing too much need not read them all each time.
    const nowMs = performance.now()
    if (machines === before && surplusSinceMs === undefined && nowMs - sharedMs < SHARE_MS) return
    sharedMs = nowMs
    const { waiting, share } = await fairShare()
    const kept = [...held.values()].filter(({ abort }) => !abort.signal.aborted)
    if (kept.length <= share) surplusSinceMs = undefined
    else {
      surplusSinceMs ??= performance.now()
      // Shares are rounded up: somebody has room. Until that one has taken a job, no other follows.
      if (waiting > 0 || performance.now() - surplusSinceMs < EVEN_AFTER_MS) return
      kept.findLast(({ isKept }) => !isKept)?.abort.abort('handedBack' satisfies LeaseEnd)
    }
  }
  const renew = async (): Promise<void> => {
    if (held.size === 0) return
    const [ids, tokens] = [[...held.keys()], [...held.values()].map(({ token }) => token)]
    const askedMs = performance.now()
    const refused = await worker.extendJobLocks(ids, tokens, LEASE_MS)
    for (const [i, id] of ids.entries()) {
      const own = held.get(id)
      if (!own || own.token !== tokens[i]) continue
      if (refused.includes(id)) lose(id)
      else own.renewedMs = askedMs
    }
  }
  const watch = (): void => {
    const nowMs = performance.now()
    for (const [id, { renewedMs }] of held) if (nowMs - renewedMs >= LEASE_MS - MARGIN_MS) lose(id)
  }
  const stops = [
    every(RENEW_MS, () => once('renew', renew)),
    every(LOOK_MS, () => once('take', take)),
    ...(order.evensOut ? [every(EVEN_MS, () => once('even out', evenOut))] : []),
  ]
  const stopWatching = every(WATCH_MS, watch)

  /** Does something that asks Redis, unless it is being done, or Redis is away. */
  const busy = new Set<string>()
  function once(what: string, act: () => Promise<void>): void {
    if (busy.has(what) || !cluster.isConnected() || isLeaving) return
    busy.add(what)
    act()
      .catch((error: unknown) => log.debug({ err: error }, `jobs: ${what}`))
      .finally(() => busy.delete(what))
  }
  return {
    carried: () => [...held.keys()],
    lost: () => lost,
    async [Symbol.asyncDispose]() {
      isLeaving = true
      for (const stop of stops) stop()
      for (const { abort } of held.values()) abort.abort('handedBack' satisfies LeaseEnd)
      // Without Redis nothing can be given back: the leases end by themselves.
      if (cluster.isConnected()) await Promise.all(running)
      stopWatching()
      await jobs[Symbol.asyncDispose]()
      await worker.close(!cluster.isConnected())
    },
  }
}

/** Of `jobs`, those of a worker that has `slots` of all workers' slots: rounded up, at least 1, at most `slots`. */
export const shareOf = (slots: number, all: number, jobs: number): number =>
  Math.max(1, Math.min(slots, Math.ceil((jobs * slots) / all)))

function every(intervalMs: number, act: () => void): () => void {
  const timer = setInterval(act, intervalMs)
  return () => clearInterval(timer)
}

export type JobQueue<Data> = AsyncDisposable & {
  add(jobs: readonly { id: string; data: Data }[]): Promise<void>
  waiting(): Promise<number>
  /** Jobs that wait, and those that are carried. */
  counts(): Promise<{ waiting: number; active: number }>
  /** Removes jobs that nobody carries any more. */
  remove(ids: readonly string[]): Promise<void>
}

export function openJobs<Data>(cluster: Cluster, kind: QueueKind): JobQueue<Data> {
  const queue = new Queue(kind, {
    connection: cluster.redis,
    prefix: cluster.queuePrefix,
  })
  queue.on('error', (error) => cluster.log.debug({ err: error }, 'a queue was not served'))
  return {
    async add(jobs) {
      const opts = { removeOnComplete: true, removeOnFail: true, attempts: 1 }
      await queue.addBulk(jobs.map(({ id, data }) => ({ name: kind, data, opts: { ...opts, jobId: id } })))
    },
    waiting: () => queue.getJobCountByTypes('wait'),
    async counts() {
      const { wait = 0, active = 0 } = await queue.getJobCounts('wait', 'active')
      return { waiting: wait, active }
    },
    async remove(ids) {
      for (const id of ids) await queue.remove(id)
    },
    [Symbol.asyncDispose]: () => queue.close(),
  }
}
