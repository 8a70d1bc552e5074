/**
 * Jobs that machines carry: one BullMQ job a piece of work, its lock is the lease. A machine that could not renew a
 * lease ends its work before the lease does, so that no two ever carry the same job.
 */
import { type Job, Queue, WaitingError, Worker } from 'bullmq'
import type { Cluster } from './open-cluster.ts'

export const JOB_KINDS = ['devices', 'load', 'sweep', 'cameras'] as const
export type JobKind = (typeof JOB_KINDS)[number]

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
}

/** `lost`: somebody else may have it; `handedBack`: this machine leaves, or is to. */
export type LeaseEnd = 'lost' | 'handedBack'

export type JobServer = AsyncDisposable & {
  /** Ids of the jobs that are carried. */
  carried(): readonly string[]
  /** Takes up to so many at a time from now on. */
  setSlots(slots: number): void
  /** Leases that ended before their work did. */
  lost(): number
  /** Takes nothing more, and gives back what it carries. */
  handBack(): Promise<void>
}

/** How long a machine has a job after it last said so. */
export const LEASE_MS = 4000
/** The work ends so long before its lease. */
const MARGIN_MS = 1000
const RENEW_MS = 1000
const WATCH_MS = 100
const STALLED_CHECK_MS = 1000
/** A job may change hands as often as machines die. */
const NO_LIMIT = 1_000_000_000

/**
 * Carries jobs of a kind: `carry` resolves when the job is done, or soon after its signal was aborted. A job whose
 * `carry` throws has failed, unless its lease had ended: then it is another machine's.
 */
export function serveJobs<Data>(
  cluster: Cluster,
  kind: JobKind,
  order: { slots: number; name: string; carry(lease: JobLease<Data>): Promise<void> },
): JobServer {
  const held = new Map<string, { renewedMs: number; abort: AbortController }>()
  let lost = 0
  const lose = (id: string): void => {
    const own = held.get(id)
    if (!own || own.abort.signal.aborted) return
    lost++
    own.abort.abort('lost' satisfies LeaseEnd)
  }
  const isHeld = (id: string, abort: AbortController): boolean => {
    const own = held.get(id)
    return (
      own?.abort === abort &&
      !abort.signal.aborted &&
      performance.now() - own.renewedMs < LEASE_MS - MARGIN_MS
    )
  }

  const worker = new Worker<Data, void>(
    kind,
    async (job: Job<Data, void>, token?: string) => {
      const id = job.id ?? ''
      const abort = new AbortController()
      // It was locked at some moment since then.
      held.set(id, { renewedMs: performance.now(), abort })
      try {
        await order.carry({
          id,
          data: job.data,
          epoch: job.attemptsStarted,
          signal: abort.signal,
          isHeld: () => isHeld(id, abort),
        })
      } catch (error) {
        if (!abort.signal.aborted) throw error
      } finally {
        if (held.get(id)?.abort === abort) held.delete(id)
      }
      if (!abort.signal.aborted) return
      // Another machine has it by now, unless it is handed back.
      await job.moveToWait(token).catch(() => {})
      throw new WaitingError()
    },
    {
      connection: cluster.redis,
      prefix: cluster.queuePrefix,
      name: order.name,
      concurrency: order.slots,
      lockDuration: LEASE_MS,
      lockRenewTime: RENEW_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: NO_LIMIT,
      drainDelay: 1,
      runRetryDelay: 1000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  )
  const extend = worker.extendJobLocks.bind(worker)
  worker.extendJobLocks = async (ids, tokens, durationMs) => {
    const askedMs = performance.now()
    const refused = await extend(ids, tokens, durationMs)
    for (const id of ids) {
      const own = held.get(id)
      if (refused.includes(id)) lose(id)
      else if (own) own.renewedMs = askedMs
    }
    return refused
  }
  // What is wrong with Redis is told by its connection; a lock that was lost, by the work that ended.
  worker.on('error', (error) => cluster.log.debug({ err: error }, 'a job was not led to its end'))
  worker.on('failed', (job, error) => cluster.log.warn({ err: error }, `job ${kind}/${job?.id} failed`))
  const watch = setInterval(() => {
    const nowMs = performance.now()
    for (const [id, { renewedMs }] of held) if (nowMs - renewedMs >= LEASE_MS - MARGIN_MS) lose(id)
  }, WATCH_MS)

  const handBack = async (): Promise<void> => {
    const closing = worker.close()
    for (const { abort } of held.values()) abort.abort('handedBack' satisfies LeaseEnd)
    // Without Redis nothing can be given back: the leases end by themselves.
    if (cluster.isConnected()) await closing
    else await worker.close(true)
  }
  return {
    carried: () => [...held.keys()],
    setSlots(slots) {
      worker.concurrency = Math.max(1, slots)
    },
    lost: () => lost,
    handBack,
    async [Symbol.asyncDispose]() {
      clearInterval(watch)
      await handBack()
    },
  }
}

export type JobQueue<Data> = AsyncDisposable & {
  add(jobs: readonly { id: string; data: Data }[]): Promise<void>
  /** Jobs that wait, and those that are carried. */
  counts(): Promise<{ waiting: number; active: number }>
  /** Takes jobs back that nobody carries any more. */
  remove(ids: readonly string[]): Promise<void>
}

export function openJobs<Data>(cluster: Cluster, kind: JobKind): JobQueue<Data> {
  const queue = new Queue(kind, {
    connection: cluster.redis,
    prefix: cluster.queuePrefix,
  })
  queue.on('error', (error) => cluster.log.debug({ err: error }, 'a queue was not served'))
  return {
    async add(jobs) {
      await queue.addBulk(jobs.map(({ id, data }) => ({ name: kind, data, opts: { jobId: id } })))
    },
    async counts() {
      const {
        wait = 0,
        active = 0,
        prioritized = 0,
      } = await queue.getJobCounts('wait', 'active', 'prioritized')
      return { waiting: wait + prioritized, active }
    },
    async remove(ids) {
      for (const id of ids) await queue.remove(id)
    },
    [Symbol.asyncDispose]: () => queue.close(),
  }
}
