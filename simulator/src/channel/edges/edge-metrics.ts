import type { Metrics } from '../../telemetry/metrics.ts'
import type { Edges } from './serve-edges.ts'

/** Numbers of the core about its edges; docs/edge.md lists them. */
export function edgeMetrics({ gauge, counterBy }: Metrics, edges: Edges): void {
  const counts = () => edges.shared.counts()
  gauge('backlot_edges', 'Edges whose link is open.', () => [...edges.list()].length)
  gauge('backlot_edges_consoles', 'Consoles whose sockets are at edges.', () =>
    [...edges.list()].reduce((sum, edge) => sum + edge.consoles(), 0),
  )
  gauge('backlot_edges_streams', 'Streams of frames that consoles on edges share.', () => counts().streams)
  gauge(
    'backlot_edges_without_redis',
    'Edges to which Redis does not bring shared frames.',
    () => [...edges.list()].filter(({ isWithoutRedis }) => isWithoutRedis).length,
  )
  counterBy('backlot_edges_frames_total', 'Shared frames, by the way they went.', 'way', () => [
    ['redis', counts().entries],
    ['link', counts().overLinks],
  ])
}
