import type { Metrics } from '../telemetry/metrics.ts'
import type { EdgeChannel } from './edge-channel.ts'
import type { EdgeStreams } from './edge-streams.ts'

/** Numbers of an edge at its own /metrics; docs/metrics.md lists them. */
export function edgeGauges(
  { gauge, counter, counterBy }: Metrics,
  edge: {
    channel: Pick<EdgeChannel, 'stats'>
    streams: Pick<EdgeStreams, 'stats'>
    isLinked(): boolean
  },
): void {
  const channel = () => edge.channel.stats()
  const streams = () => edge.streams.stats()
  gauge('backlot_edge_linked', '1 while the link to the core is open, else 0.', () =>
    edge.isLinked() ? 1 : 0,
  )
  gauge('backlot_channel_connections', 'Sockets of the real-time channel.', () => channel().sockets)
  gauge('backlot_channel_consoles', 'Consoles signed in on the channel.', () => channel().consoles)
  gauge('backlot_channel_backlog_bytes', 'Bytes waiting for slow consoles.', () => channel().waitingBytes)
  gauge(
    'backlot_edge_frame_streams',
    'Streams of shared frames that are read from Redis.',
    () => channel().streams,
  )
  gauge(
    'backlot_edge_redis_behind_seconds',
    'Time since Redis last answered a read of shared frames.',
    () => channel().behindMs / 1000,
  )
  gauge(
    'backlot_edge_waiting_steps',
    'Messages of the core that wait for shared frames before them.',
    () => channel().depth,
  )
  counter(
    'backlot_edge_needs_total',
    'Times that Redis did not bring shared frames, and the link did.',
    () => channel().needs,
  )
  counterBy(
    'backlot_edge_sent_back_total',
    'Consoles that were closed to resume by their cursor, by reason.',
    'reason',
    () => channel().sentBack,
  )
  gauge('backlot_edge_pulled_streams', 'Live streams pulled from the core.', () => streams().streams)
  gauge('backlot_edge_viewers', 'Viewers of live streams at this edge.', () => streams().viewers)
  counter(
    'backlot_edge_pulled_bytes_total',
    'Bytes of live streams from the core.',
    () => streams().pulledBytes,
  )
  counter(
    'backlot_edge_viewer_bytes_total',
    'Bytes of live streams sent to viewers.',
    () => streams().sentBytes,
  )
}
