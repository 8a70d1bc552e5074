/** A connection to the Redis where the machines of a cluster meet. */
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { HostClock } from '../kernel/clock.ts'
import { seldomLog } from '../kernel/seldom-log.ts'
import { StartError } from '../kernel/start-error.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import type { ClusterAddress } from './cluster-address.ts'

export type Cluster = AsyncDisposable & {
  /** Commands; while Redis is away they wait for it, in their order. */
  redis: Redis
  /** A further connection with the same settings, for commands that block; it ends with the cluster. */
  connect(): Redis
  /** Name of a key of this cluster. */
  key(...parts: readonly (string | number)[]): string
  /** Prefix of the keys of BullMQ. */
  queuePrefix: string
  /** A clock that shows the time of Redis: the machines agree on it to a few milliseconds. */
  clock: HostClock
  /** Whether Redis is there at this moment. */
  isConnected(): boolean
  shown: string
  log: Logger
}

/** Streams with groups and consumers that say when they were last seen; Valkey tells 7.2 and later. */
const LEAST_VERSION = 7
const CONNECT_WITHIN_MS = 5000
const RETRY_AT_MOST_MS = 1000
const TIME_SAMPLES = 5
const SETTINGS = {
  connectTimeout: CONNECT_WITHIN_MS,
  maxRetriesPerRequest: null,
  enableReadyCheck: true,
  // The first attempts are quick: a lease lasts seconds.
  retryStrategy: (attempt: number) => Math.min(RETRY_AT_MOST_MS, 50 * 2 ** Math.min(attempt, 10)),
} as const

/** Throws a StartError where Redis cannot be reached, refuses the password, or is too old. */
export async function openCluster(address: ClusterAddress, log: Logger): Promise<Cluster> {
  const { shown, cluster } = address
  const connections = new Set<Redis>()
  const seldom = seldomLog(log, () => performance.now())
  let isOpen = false
  const connect = (): Redis => {
    const redis = new Redis({ ...address.redis, ...SETTINGS, lazyConnect: true })
    connections.add(redis)
    redis.on('end', () => connections.delete(redis))
    redis.on('error', (error: Error) => {
      if (isOpen) seldom.warn({ err: textOf(error) }, `Redis at ${shown} is away`)
    })
    return redis
  }
  const redis = connect()
  try {
    await reach(redis)
    await requireUsable(redis)
  } catch (error) {
    redis.disconnect()
    throw new StartError(`Redis at ${shown} cannot be used: ${textOf(error)}.`, { cause: error })
  }
  isOpen = true
  const aheadMs = await measureAheadMs(redis)
  const prefix = `backlot:{${cluster}}`
  return {
    redis,
    connect,
    key: (...parts) => [prefix, ...parts].join(':'),
    queuePrefix: `${prefix}:jobs`,
    clock: createHostClock({
      wallMs: () => Date.now() + aheadMs,
      steadyMs: () => performance.now(),
      sinceBootMs: () => performance.now(),
    }),
    isConnected: () => redis.status === 'ready',
    shown,
    log,
    async [Symbol.asyncDispose]() {
      isOpen = false
      for (const connection of connections) connection.disconnect()
    },
  }
}

/** Connects for the first time; later the connection mends itself. */
function reach(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    redis.once('error', reject)
    redis.connect().then(() => {
      redis.off('error', reject)
      resolve()
    }, reject)
  })
}

async function requireUsable(redis: Redis): Promise<void> {
  const info = await redis.info('default')
  const version = field(info, 'redis_version')
  if (!(Number.parseInt(version, 10) >= LEAST_VERSION))
    throw new Error(`it is Redis ${version}, and ${LEAST_VERSION} or later is needed`)
  const policy = field(info, 'maxmemory_policy')
  // Evicted keys would be shards that nobody carries.
  if (Number(field(info, 'maxmemory')) > 0 && policy !== 'noeviction')
    throw new Error(`it forgets keys when its memory is full (${policy}): set maxmemory-policy noeviction`)
}

const field = (info: string, name: string): string =>
  info
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1) ?? ''

/** By how much the clock of Redis is ahead of this machine's, milliseconds. The quickest answer counts. */
async function measureAheadMs(redis: Redis): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 }
  for (let i = 0; i < TIME_SAMPLES; i++) {
    const beganMs = Date.now()
    const beganSteadyMs = performance.now()
    const [seconds = 0, micros = 0] = await redis.time()
    const tookMs = performance.now() - beganSteadyMs
    const aheadMs = seconds * 1000 + micros / 1000 - (beganMs + tookMs / 2)
    if (tookMs < best.tookMs) best = { tookMs, aheadMs }
  }
  return best.aheadMs
}

/** Errors of the connection name the address, never the password; those of several addresses are one error of many. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}
