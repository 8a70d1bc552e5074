/** The core of a cluster: it says where it is, and takes the links of workers and edges. */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { QUEUE_KINDS } from '@backlot/contract/control/cluster-constants'
import type { ClusterState } from '@backlot/contract/control/cluster-state'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { refuseUpgrade } from '../calls/refuse-upgrade.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import { StartError } from '../kernel/start-error.ts'
import { openJobs } from './job-leases.ts'
import {
  CLUSTER_PATH,
  LINK_HEADERS,
  LINK_KINDS,
  LINK_MAX_BYTES,
  type LinkKind,
  watchLink,
} from './link-socket.ts'
import { joinCluster, readMembers } from './membership.ts'
import type { Cluster } from './open-cluster.ts'

/** How the core is reached. */
export const CoreRecord = z.object({ id: z.string(), url: z.url(), token: z.string() })

/** The other end of a link. */
export type LinkPeer = { id: string; name: string }

export type CorePort = AsyncDisposable & {
  cluster: Cluster
  takeUpgrade: UpgradeHandler
  /** Takes links of a kind from now on; others are refused. */
  serve(kind: LinkKind, onLink: (socket: WebSocket, peer: LinkPeer) => void): void
  /** Links of a kind that are open. */
  links(kind: LinkKind): number
  /** Whether this is the token of the cluster, which its machines know. */
  isToken(text: string): boolean
  /** Machines and jobs as they were a second ago. */
  state(): ClusterState
}

const BEAT_MS = 1000
/** As long as a machine may be silent. */
const SILENT_MS = 3500
const RETRY_MS = 500
const NAME_MAX = 128

/** `url`: where workers and edges reach it. Throws a StartError where the cluster has a core already. */
export async function openCorePort(
  cluster: Cluster,
  order: { url: string; counters(): Record<string, number> },
): Promise<CorePort> {
  const { redis, key, clock, log } = cluster
  const id = randomUUID()
  const token = randomBytes(32).toString('base64url')
  const record = JSON.stringify({ id, url: order.url, token } satisfies z.infer<typeof CoreRecord>)
  const membership = await joinCluster(cluster, {
    role: 'core',
    name: order.url,
    state: () => ({ takes: {}, carries: [], counters: order.counters() }),
    onRefused: (why) => log.error(why),
  })
  try {
    await claim(cluster, record)
  } catch (error) {
    await membership[Symbol.asyncDispose]()
    throw error
  }
  const queues = QUEUE_KINDS.map((kind) => ({ kind, queue: openJobs<unknown>(cluster, kind) }))
  const look = async (): Promise<Pick<ClusterState, 'members' | 'jobs'>> => ({
    members: await readMembers(cluster),
    jobs: await Promise.all(queues.map(async ({ kind, queue }) => ({ kind, ...(await queue.counts()) }))),
  })
  let seen = await look()
  let beating = false
  const beat = async (): Promise<void> => {
    const there = await redis.set(key('core'), record, 'PX', SILENT_MS, 'GET')
    if (there !== null && there !== record) log.error(TWO_CORES)
    seen = await look()
  }
  const stop = clock.every(BEAT_MS, () => {
    if (beating) return
    beating = true
    beat()
      .catch((error: unknown) => log.debug({ err: error }, 'a beat of the core was not told'))
      .finally(() => {
        beating = false
      })
  })

  const server = new WebSocketServer({ noServer: true, maxPayload: LINK_MAX_BYTES, perMessageDeflate: false })
  const takers = new Map<LinkKind, (socket: WebSocket, peer: LinkPeer) => void>()
  const open = new Map<LinkKind, Set<WebSocket>>(LINK_KINDS.map((kind) => [kind, new Set()]))
  const isToken = (text: string): boolean => timingSafeEqual(digest(text), digest(token))
  const isOurs = (request: IncomingMessage): boolean =>
    isToken(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const header = (request: IncomingMessage, name: keyof typeof LINK_HEADERS): string =>
    String(request.headers[LINK_HEADERS[name]] ?? '').slice(0, NAME_MAX)
  return {
    cluster,
    isToken,
    state: () => ({ redis: cluster.shown, connected: cluster.isConnected(), ...seen }),
    links: (kind) => open.get(kind)?.size ?? 0,
    serve: (kind, onLink) => void takers.set(kind, onLink),
    takeUpgrade(request, socket, head) {
      if ((request.url ?? '').split('?')[0] !== CLUSTER_PATH) return false
      const kind = LINK_KINDS.find((one) => one === header(request, 'kind'))
      const take = kind && takers.get(kind)
      if (!isOurs(request) || !kind || !take) {
        refuseUpgrade(socket, isOurs(request) ? '404 Not Found' : '401 Unauthorized')
        return true
      }
      server.handleUpgrade(request, socket, head, (webSocket) => {
        watchLink(webSocket)
        open.get(kind)?.add(webSocket)
        webSocket.on('close', () => open.get(kind)?.delete(webSocket))
        take(webSocket, { id: header(request, 'id'), name: decoded(header(request, 'name')) })
      })
      return true
    },
    async [Symbol.asyncDispose]() {
      stop()
      for (const sockets of open.values()) for (const socket of sockets) socket.terminate()
      if (cluster.isConnected() && (await redis.get(key('core'))) === record) await redis.del(key('core'))
      for (const { queue } of queues) await queue[Symbol.asyncDispose]()
      await membership[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/** Becomes the core. One that was killed is remembered for some seconds: it waits for that. */
async function claim({ redis, key, clock }: Cluster, record: string): Promise<void> {
  const endMs = clock.now() + SILENT_MS + 2 * RETRY_MS
  for (;;) {
    const there = await redis.set(key('core'), record, 'PX', SILENT_MS, 'NX', 'GET')
    if (there === null) return
    if (clock.now() >= endMs) {
      const { url } = CoreRecord.parse(JSON.parse(there))
      throw new StartError(
        `The platform at ${url} is the core of this cluster: end it, or give this one a cluster of its own (--redis '…?cluster=name').`,
      )
    }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, RETRY_MS)
    })
  }
}

const TWO_CORES = 'another platform has become the core of this cluster'
/** A header holds ASCII alone. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
