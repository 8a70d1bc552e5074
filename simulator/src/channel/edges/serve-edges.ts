import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { LinkPeer } from '../../cluster/core-port.ts'
import type { Cluster } from '../../cluster/open-cluster.ts'
import { type ServedEdge, type ServeEdgeDeps, serveEdge } from './serve-edge.ts'
import { SharedFrames } from './shared-frames.ts'

/** What edges need of the platform besides its channel. */
export type EdgePorts = {
  cluster: Cluster
  /** Whose live stream a token opens: 200 with the session, 401, or 404 for a stream that does not run. */
  mayWatch: ServeEdgeDeps['mayWatch']
}

export type Edges = {
  shared: SharedFrames
  /** Serves an edge by its link. */
  serve(socket: WebSocket, peer: LinkPeer): void
  /** The edges that are there. */
  list(): Iterable<Omit<ServedEdge, 'send' | 'seatsIn'>>
  /** Most consoles that one edge writes to. */
  mostConsoles(): number
  isBacked(): boolean
  /** Closes viewers of a session on all edges: of one stream, or of all. */
  viewersEnd(owner: string, reason: 'revoked' | 'stopped', path?: string): void
}

export function serveEdges(
  { cluster, mayWatch }: EdgePorts,
  deps: Omit<ServeEdgeDeps, 'shared' | 'mayWatch' | 'onFault'> & { log: Logger },
): Edges {
  const edges = new Set<ServedEdge>()
  const shared = new SharedFrames(cluster, deps.boot, edges)
  return {
    shared,
    serve(socket, peer) {
      const edge = serveEdge(
        socket,
        peer,
        {
          ...deps,
          shared,
          mayWatch,
          onFault: (error) =>
            deps.log.warn({ err: error, edge: peer.name }, 'an edge sent what is no message'),
        },
        (ended) => edges.delete(ended),
      )
      edges.add(edge)
    },
    list: () => edges,
    mostConsoles: () => Math.max(0, ...[...edges].map((edge) => edge.consoles())),
    isBacked: () => [...edges].some((edge) => edge.isBacked),
    viewersEnd(owner, reason, path) {
      for (const edge of edges) edge.viewersEnd(owner, reason, path)
    },
  }
}
