import { statSync } from 'node:fs'
import { TROUBLE_KINDS } from '@backlot/contract/troubles'
import { countKinds } from '../fleet/count-kinds.ts'
import type { HttpListener } from '../http/create-http-listener.ts'
import type { MachineClock } from '../kernel/clock.ts'
import { ARCHIVED_TABLES } from '../store/archive-positions.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { PlatformParts } from './platform-status.ts'

type Parts = Omit<PlatformParts, 'host'> & {
  host: MachineClock
  listener: Pick<HttpListener, 'traffic' | 'bounds'>
  version: string
  databaseFile: string
}

/** Numbers that are read when somebody looks at /metrics; docs/metrics.md lists them all. */
export function platformGauges(metrics: Metrics, parts: Parts): void {
  const { gauge, gauges, counterBy } = metrics
  const { directory, areas, clock, outbox, hub, listener } = parts
  gauges('backlot_build_info', 'Always 1; its labels are the running versions.', ['version', 'node'], () => [
    [{ version: parts.version, node: process.versions.node }, 1],
  ])
  gauges('backlot_devices', 'Devices by kind and state.', ['kind', 'state'], () =>
    countKinds(directory).flatMap(({ kind, total, online }) => [
      [{ kind, state: 'online' }, online] as const,
      [{ kind, state: 'offline' }, total - online] as const,
    ]),
  )
  gauge('backlot_sessions', 'Active sessions: not ended, and used within the idle sign-out time.', () =>
    areas.session.repository.count(),
  )
  gauge('backlot_alarms_stored', 'Alarms in the store.', () => parts.repository.stored())
  gauge('backlot_alarm_cursor', 'Cursor of the newest alarm.', () => parts.repository.cursor())
  gauge('backlot_clock_rate', 'Platform seconds per second.', () => clock.rate())
  gauge('backlot_clock_epoch', 'Epoch of the platform clock.', () => clock.epoch())
  gauges('backlot_trouble', '1 while the platform has this kind of trouble, else 0.', ['kind'], () => {
    const present = new Set(parts.troubles.list().map(({ kind }) => kind))
    return TROUBLE_KINDS.map((kind) => [{ kind }, present.has(kind) ? 1 : 0] as const)
  })
  gauge(
    'backlot_machine_clock_ahead_seconds',
    "Lead of the machine's wall clock over the platform's host clock; negative: behind.",
    () => parts.host.wallAheadMs() / 1000,
  )
  gauge('backlot_channel_connections', 'Sockets of the real-time channel.', () => hub.connectionCount())
  gauge('backlot_channel_consoles', 'Consoles signed in on the channel.', () => hub.clientCount())
  gauge('backlot_channel_outbox_entries', 'Entries waiting for the next tick.', () => outbox.depth())
  gauge('backlot_channel_backlog_bytes', 'Bytes waiting for slow consoles.', () => hub.backlogBytes())
  gauge('backlot_http_connections', 'Open sockets of the HTTP port.', () => listener.traffic().connections)
  counterBy('backlot_http_bytes_total', 'Bytes through the HTTP port, streams included.', 'direction', () => {
    const { bytesIn, bytesOut } = listener.traffic()
    return [
      ['in', bytesIn],
      ['out', bytesOut],
    ]
  })
  const { bounds } = listener
  gauge(
    'backlot_http_waiting_bytes',
    'Bytes of complete replies that clients have not read yet.',
    () => bounds.waiting().bytes,
  )
  gauge(
    'backlot_http_waiting_requests',
    'Pipelined requests that wait for the reply before them.',
    () => bounds.waiting().requests,
  )
  counterBy(
    'backlot_http_closed_total',
    'Connections closed because they used too many resources, by reason.',
    'reason',
    () => bounds.closed(),
  )
  mediaGauges(metrics, parts)
  workerGauges(metrics, parts)
  rtmpGauges(metrics, parts)
  rtspGauges(metrics, parts)
  onvifGauges(metrics, parts)
  gb28181Gauges(metrics, parts)
  realCameraGauges(metrics, parts)
  storeGauges(metrics, parts)
  archiveGauges(metrics, parts)
}

function mediaGauges({ gauge, gauges, counter, counterBy }: Metrics, { media }: Parts): void {
  gauges('backlot_media_streams', 'Live streams by state.', ['state'], () => {
    const byState = new Map(STREAM_STATES.map((state) => [state as string, 0]))
    for (const { state } of media.stats()) byState.set(state, (byState.get(state) ?? 0) + 1)
    return [...byState].map(([state, count]) => [{ state }, count] as const)
  })
  gauge('backlot_media_viewers', 'Viewers of live streams.', () =>
    media.stats().reduce((sum, { viewers }) => sum + viewers, 0),
  )
  gauge(
    'backlot_media_encoders',
    'Live streams being encoded, each by its own process.',
    () => media.stats().filter(({ encoderPid }) => encoderPid !== undefined).length,
  )
  gauges('backlot_media_pushes', 'Streams pushed by devices to other servers, by state.', ['state'], () => {
    const { wanted, pushing } = media.pushes()
    return [
      [{ state: 'pushing' }, pushing],
      [{ state: 'waiting' }, wanted - pushing],
    ]
  })
  counter(
    'backlot_media_sent_bytes_total',
    'Bytes of live streams sent to viewers.',
    () => media.totals().sentBytes,
  )
  counter(
    'backlot_media_dropped_tags_total',
    'Tags of live streams dropped for slow viewers.',
    () => media.totals().droppedTags,
  )
  gauge('backlot_media_unsent_bytes', 'Bytes waiting for viewers and downloads.', () => media.unsent.held())
  counterBy(
    'backlot_media_cuts_total',
    'Connections closed because they did not read, by reason.',
    'reason',
    () => [['tooSlow', media.totals().tooSlow], ...Object.entries(media.unsent.cuts())],
  )
}

/** Zero without a cluster. */
function workerGauges({ gauge, counter, counterBy }: Metrics, { media }: Parts): void {
  const now = () => media.workerStats()
  gauge('backlot_worker_cameras_machines', 'Workers that draw cameras.', () => now()?.workers ?? 0)
  gauge('backlot_worker_cameras_slots', 'Live streams that they take.', () => now()?.slots ?? 0)
  gauge('backlot_worker_cameras_streams', 'Live streams that they draw.', () => now()?.streams ?? 0)
  counter(
    'backlot_worker_cameras_pictures_total',
    'Pictures received from workers.',
    () => now()?.pictures ?? 0,
  )
  counter(
    'backlot_worker_cameras_taken_over_total',
    'Live streams that a worker lost, and another machine took over.',
    () => now()?.takeOvers ?? 0,
  )
  counterBy('backlot_worker_cameras_bytes_total', 'Bytes on the links of cameras.', 'direction', () => [
    ['in', now()?.receivedBytes ?? 0],
    ['out', now()?.sentBytes ?? 0],
  ])
}

/** Zero while RTMP is off. */
function rtmpGauges({ gauge, gauges, counterBy }: Metrics, { media }: Parts): void {
  const now = () => media.rtmpStats()
  const each = (counts: Readonly<Record<string, number>> | undefined) => Object.entries(counts ?? {})
  gauge('backlot_rtmp_connections', 'Open RTMP connections.', () => now()?.connections ?? 0)
  gauge('backlot_rtmp_publishers', 'Connections publishing over RTMP.', () => now()?.publishers ?? 0)
  gauges('backlot_rtmp_streams', 'Published streams, by video codec.', ['codec'], () =>
    each(now()?.streams).map(([codec, count]) => [{ codec }, count] as const),
  )
  counterBy('backlot_rtmp_received_bytes_total', 'Bytes received from publishers, by kind.', 'kind', () =>
    each(now()?.receivedBytes),
  )
  counterBy('backlot_rtmp_refusals_total', 'Refused publishers, by reason.', 'reason', () =>
    each(now()?.refusals),
  )
  counterBy('backlot_rtmp_cuts_total', 'Connections ended by the platform, by reason.', 'reason', () =>
    each(now()?.cuts),
  )
}

/** Zero while RTSP is off. */
function rtspGauges({ gauge, counter, counterBy }: Metrics, { media }: Parts): void {
  const now = () => media.rtspStats()
  gauge('backlot_rtsp_connections', 'Open RTSP connections.', () => now()?.connections ?? 0)
  gauge('backlot_rtsp_viewers', 'RTSP sessions that play.', () => now()?.viewers ?? 0)
  counter('backlot_rtsp_requests_total', 'RTSP requests.', () => now()?.requests ?? 0)
  counter('backlot_rtsp_requests_failed_total', 'Refused RTSP requests.', () => now()?.requestsFailed ?? 0)
  counter(
    'backlot_rtsp_login_failures_total',
    'RTSP requests with wrong credentials.',
    () => now()?.loginFailures ?? 0,
  )
  counter('backlot_rtsp_sent_bytes_total', 'Bytes sent over RTSP connections.', () => now()?.bytesOut ?? 0)
  counterBy('backlot_rtsp_cuts_total', 'RTSP connections ended by the platform, by reason.', 'reason', () => [
    ...(now()?.cuts ?? []),
  ])
}

/** Zero while the gateway is off. */
function gb28181Gauges({ gauge, counter, counterBy }: Metrics, { gb28181 }: Parts): void {
  const now = () => gb28181.open
  gauge('backlot_gb28181_devices', 'Devices registered by GB/T 28181.', () => now()?.devices().length ?? 0)
  gauge(
    'backlot_gb28181_streams',
    'Channels invited by GB/T 28181, live and played back.',
    () => now()?.streams() ?? 0,
  )
  gauge(
    'backlot_gb28181_speeches',
    'Loudspeakers that are spoken to by GB/T 28181.',
    () => now()?.speeches() ?? 0,
  )
  counter(
    'backlot_gb28181_packets_total',
    'RTP packets of GB/T 28181 streams.',
    () => now()?.packets().received ?? 0,
  )
  counter(
    'backlot_gb28181_packets_lost_total',
    'RTP packets of GB/T 28181 streams that did not come.',
    () => now()?.packets().lost ?? 0,
  )
  counterBy(
    'backlot_gb28181_events_total',
    'What the GB/T 28181 gateway has seen since its start.',
    'event',
    () => Object.entries(now()?.counters ?? {}),
  )
  counterBy(
    'backlot_gb28181_refused_total',
    'SIP requests refused before they were handled, by status.',
    'status',
    () => [...(now()?.stats().refused ?? [])].map(([status, count]) => [String(status), count] as const),
  )
}

function realCameraGauges({ gauge, gauges, counter, counterBy }: Metrics, { cameraGateway }: Parts): void {
  const now = () => cameraGateway.stats()
  gauges('backlot_cameras', 'Real cameras that were added, by state.', ['state'], () =>
    Object.entries(now().states).map(([state, count]) => [{ state }, count] as const),
  )
  gauge('backlot_cameras_subscribed', 'Real cameras whose events come.', () => now().subscribed)
  counter('backlot_cameras_sessions_total', 'Sessions that real cameras answered.', () => now().sessions)
  counterBy(
    'backlot_cameras_faults_total',
    'Failures of real cameras, by fault.',
    'fault',
    () => now().faults,
  )
  counterBy(
    'backlot_cameras_events_total',
    'Events of real cameras that were taken, by state.',
    'event',
    () => now().events,
  )
}

/** Zero while ONVIF, or its discovery, is off. */
function onvifGauges({ gauge, counter }: Metrics, { onvif }: Parts): void {
  const now = () => onvif?.stats()
  const found = () => onvif?.discovery?.()
  gauge('backlot_onvif_connections', 'Open ONVIF connections.', () => now()?.connections ?? 0)
  gauge('backlot_onvif_subscriptions', 'Subscriptions to events of cameras.', () => now()?.subscriptions ?? 0)
  counter('backlot_onvif_requests_total', 'ONVIF requests.', () => now()?.requests ?? 0)
  counter('backlot_onvif_requests_failed_total', 'Refused ONVIF requests.', () => now()?.requestsFailed ?? 0)
  counter(
    'backlot_onvif_login_failures_total',
    'ONVIF requests with wrong credentials.',
    () => now()?.loginFailures ?? 0,
  )
  counter(
    'backlot_onvif_discovery_requests_total',
    'Searches for cameras that were heard.',
    () => found()?.requests ?? 0,
  )
  counter(
    'backlot_onvif_discovery_refused_total',
    'Searches for cameras that came too often.',
    () => found()?.refused ?? 0,
  )
}

/** Zero without an archive. */
function archiveGauges({ gauge, gauges, counter, counterBy }: Metrics, { archive }: Parts): void {
  const now = () => archive?.state()
  gauge('backlot_archive_connected', '1 while rows flow on to the archive, else 0.', () =>
    now()?.condition === 'connected' ? 1 : 0,
  )
  gauges('backlot_archive_waiting_rows', 'Changed rows that wait for the archive, at most.', ['table'], () =>
    ARCHIVED_TABLES.map((table) => [{ table }, now()?.waiting[table] ?? 0] as const),
  )
  gauge(
    'backlot_archive_lag_seconds',
    'Seconds since the oldest change that waits for the archive.',
    () => now()?.lagSeconds ?? 0,
  )
  counterBy('backlot_archive_rows_total', 'Rows stored in the archive, by table.', 'table', () =>
    ARCHIVED_TABLES.map((table) => [table, now()?.rows[table] ?? 0] as const),
  )
  counter('backlot_archive_batches_total', 'Transactions of the archive.', () => now()?.batches ?? 0)
  counter(
    'backlot_archive_failures_total',
    'Failed connections to the archive, and failed batches.',
    () => now()?.failures ?? 0,
  )
}

const STREAM_STATES = ['starting', 'live', 'lingering'] as const

function storeGauges(
  { gauge, gauges, counter, counterBy }: Metrics,
  { store, areas, databaseFile }: Parts,
): void {
  const { stats } = store
  gauge('backlot_uploads', 'Uploaded pictures of all accounts.', () => areas.uploads.totals().count)
  gauge(
    'backlot_uploads_bytes',
    'Bytes of uploaded pictures of all accounts.',
    () => areas.uploads.totals().bytes,
  )
  gauge('backlot_store_queue_depth', 'Writes waiting for their commit.', () => store.queueDepth())
  gauges('backlot_store_size_bytes', 'Size of the database and of its write-ahead log.', ['file'], () =>
    databaseBytes(databaseFile).map(([file, bytes]) => [{ file }, bytes] as const),
  )
  counterBy('backlot_store_writes_total', 'Named writes, by result.', 'result', () => [
    ['done', stats.writes],
    ['refused', stats.refused],
  ])
  counter('backlot_store_changed_rows_total', 'Rows changed by writes.', () => stats.changedRows)
  counter('backlot_store_transactions_total', 'Transactions of the writer.', () => stats.transactions)
  counter(
    'backlot_store_transaction_seconds_total',
    'Time spent by the writer in transactions.',
    () => stats.transactionMs / 1000,
  )
  counter('backlot_store_reads_total', 'Queries of the main thread.', () => stats.reads)
  counter(
    'backlot_store_read_seconds_total',
    'Time spent by the main thread in queries.',
    () => stats.readMs / 1000,
  )
  counterBy(
    'backlot_store_slow_queries_total',
    'Queries over 20 ms, which block the main thread, and transactions over 100 ms.',
    'kind',
    () => [
      ['read', stats.slowReads],
      ['transaction', stats.slowTransactions],
    ],
  )
}

/** Sizes of a database and of its write-ahead log; missing ones are left out. */
function databaseBytes(file: string): [name: 'database' | 'log', bytes: number][] {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return [
    ['database', sizeOf(file)],
    ['log', sizeOf(`${file}-wal`)],
  ]
}
