import { WebSocket } from 'ws'
import { CoreRecord } from './core-port.ts'
import { CLUSTER_PATH, LINK_HEADERS, LINK_MAX_BYTES, type LinkKind, watchLink } from './link-socket.ts'
import type { Cluster } from './open-cluster.ts'

/** A connection of a worker or an edge to the core, opened again whenever it ends. */
export type CoreLink = Disposable & {
  /** The open socket; undefined while there is none. */
  socket(): WebSocket | undefined
  /** How the core is reached now, and the token that proves a machine of the cluster; undefined: there is no core. */
  core(): { url: string; token: string } | undefined
}

const RETRY_FIRST_MS = 100
const RETRY_LAST_MS = 1000
const HANDSHAKE_MS = 3000

/** Whose certificate of the core counts, where it is reached over TLS: PEM; whether any does. */
export type CoreTrust = { ca?: string; rejectUnauthorized?: boolean }

/** `url`: of the core, where it is reached otherwise than it says of itself. */
export function openCoreLink(
  cluster: Cluster,
  order: {
    kind: LinkKind
    memberId: string
    name: string
    url?: string | undefined
    trust?: CoreTrust
    onOpen(socket: WebSocket): void
    onClose(): void
  },
): CoreLink {
  let socket: WebSocket | undefined
  let record: { url: string; token: string } | undefined
  let ended = false
  let attempts = 0
  let timer: NodeJS.Timeout | undefined

  const again = (): void => {
    if (ended) return
    const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** Math.min(attempts++, 8))
    timer = setTimeout(() => void connect(), pauseMs * (0.5 + Math.random() / 2))
  }
  const connect = async (): Promise<void> => {
    try {
      const text = await cluster.redis.get(cluster.key('core'))
      record = text === null ? undefined : CoreRecord.parse(JSON.parse(text))
    } catch (error) {
      cluster.log.debug({ err: error }, 'the core of the cluster cannot be read')
    }
    if (ended) return
    if (!record) return again()
    const url = new URL(CLUSTER_PATH, order.url ?? record.url)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const own = new WebSocket(url, {
      ...order.trust,
      headers: {
        authorization: `Bearer ${record.token}`,
        [LINK_HEADERS.kind]: order.kind,
        [LINK_HEADERS.id]: order.memberId,
        [LINK_HEADERS.name]: encodeURIComponent(order.name),
      },
      maxPayload: LINK_MAX_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
    })
    let wasOpen = false
    own.on('error', (error) => cluster.log.debug({ err: error }, 'the link to the core failed'))
    own.on('open', () => {
      watchLink(own)
      wasOpen = true
      attempts = 0
      socket = own
      order.onOpen(own)
    })
    own.on('close', () => {
      socket = undefined
      if (wasOpen) order.onClose()
      again()
    })
  }
  void connect()
  return {
    socket: () => socket,
    core: () => record,
    [Symbol.dispose]() {
      ended = true
      clearTimeout(timer)
      socket?.terminate()
    },
  }
}
