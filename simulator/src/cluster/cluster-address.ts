import { readFileSync } from 'node:fs'
import type { RedisOptions } from 'ioredis'

/** Where the machines of a cluster meet: a Redis, and a name there. */
export type ClusterAddress = {
  /** The address for people, without its password. */
  shown: string
  /** Clusters of different names share nothing in one Redis. */
  cluster: string
  redis: RedisOptions
}

/** Every user of the machine can read the command line: a password must not stand there. */
type AddressSource = 'commandLine' | 'environment'
type Environment = Readonly<Record<string, string | undefined>>

const REDIS_ADDRESS = 'redis://host:port/database?cluster=name, rediss:// for TLS (ca=file)'
const USUAL_PORT = 6379
const USUAL_CLUSTER = 'main'
const KEYS = ['cluster', 'ca']

/**
 * Reads an address of Redis; its password may be in BACKLOT_REDIS_PASSWORD. `rediss` proves the server's certificate by
 * the system's authorities, or by those of the PEM file `ca`. A returned string says what is wrong with it.
 */
export function readClusterAddress(
  text: string,
  source: AddressSource,
  env: Environment,
): ClusterAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    return `write ${REDIS_ADDRESS}`
  if (url.password !== '' && source === 'commandLine')
    return 'its password would show in the list of processes: set BACKLOT_REDIS_PASSWORD, or all of it as BACKLOT_REDIS'
  const unknown = [...url.searchParams.keys()].find((key) => !KEYS.includes(key))
  if (unknown !== undefined) return `there is no '${unknown}': write ${REDIS_ADDRESS}`
  const database = url.pathname.slice(1)
  if (!/^\d{0,3}$/.test(database))
    return `'${database}' is not the number of a database: write 0 to 999, or nothing`
  const cluster = url.searchParams.get('cluster') ?? USUAL_CLUSTER
  if (!/^[a-z0-9-]{1,32}$/.test(cluster)) return 'name its cluster with 1 to 32 of a-z, 0-9 and -'
  const tls = url.protocol === 'rediss:' ? tlsOf(url.searchParams.get('ca')) : undefined
  if (typeof tls === 'string') return tls
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || USUAL_PORT)
  const username = decoded(url.username)
  const password = decoded(url.password) ?? env['BACKLOT_REDIS_PASSWORD']
  return {
    shown: `${url.protocol}//${url.hostname}:${port}${database === '' ? '' : `/${database}`} (cluster ${cluster})`,
    cluster,
    redis: {
      host,
      port,
      db: Number(database),
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(tls ? { tls } : {}),
    },
  }
}

function tlsOf(file: string | null): { ca?: string } | string {
  if (file === null) return {}
  try {
    return { ca: readFileSync(file, 'utf8') }
  } catch (error) {
    return `ca: ${error instanceof Error ? error.message : String(error)}`
  }
}

function decoded(text: string): string | undefined {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
