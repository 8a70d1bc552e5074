import type { ClusterState } from '@backlot/contract/control/cluster-state'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { LinkPeer } from '../../cluster/core-port.ts'
import type { Cluster } from '../../cluster/open-cluster.ts'
import { consolesOfAWriter } from './consoles-of-a-writer.ts'
import { type ServedEdge, type ServeEdgeDeps, serveEdge } from './serve-edge.ts'
import { SharedFrames } from './shared-frames.ts'

/** What edges need of the platform besides its channel. */
export type EdgePorts = {
  cluster: Cluster
  /** The machines of the cluster. */
  members(): ClusterState['members']
  /** Whose live stream a token opens: 200 with the session, 401, or 404 for a stream that does not run. */
  mayWatch: ServeEdgeDeps['mayWatch']
}

export type Edges = {
  shared: SharedFrames
  /** Serves an edge by its link. */
  serve(socket: WebSocket, peer: LinkPeer): void
  /** The edges that are there. */
  list(): Iterable<Omit<ServedEdge, 'send' | 'seatsIn'>>
  /** Consoles that one edge writes to with a processor to itself. */
  consolesOfAWriter(): number
  isBacked(): boolean
  /** Closes viewers of a session on all edges: of one stream, or of all. */
  viewersEnd(owner: string, reason: 'revoked' | 'stopped', path?: string): void
}

/** An edge keeps viewers for some seconds without a link (edge-streams.ts), and hears then whom it should have cut. */
const ENDS_KEPT_MS = 10_000

export function serveEdges(
  { cluster, members, mayWatch }: EdgePorts,
  deps: Omit<ServeEdgeDeps, 'shared' | 'mayWatch' | 'onFault'> & { log: Logger },
): Edges {
  const edges = new Set<ServedEdge>()
  const shared = new SharedFrames(cluster, deps.boot, edges)
  const ends: { atMs: number; end: Parameters<Edges['viewersEnd']> }[] = []
  const forgetEnds = (): void => {
    while (ends[0] && deps.hostClock.now() - ends[0].atMs > ENDS_KEPT_MS) ends.shift()
  }
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
      forgetEnds()
      for (const { end } of ends) edge.viewersEnd(...end)
    },
    list: () => edges,
    consolesOfAWriter: () =>
      consolesOfAWriter(
        [...edges].map(({ peer, consoles }) => ({ id: peer.id, consoles: consoles() })),
        members(),
      ),
    isBacked: () => [...edges].some((edge) => edge.isBacked),
    viewersEnd(...end) {
      forgetEnds()
      ends.push({ atMs: deps.hostClock.now(), end })
      for (const edge of edges) edge.viewersEnd(...end)
    },
  }
}
