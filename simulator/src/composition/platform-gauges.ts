import type { Metrics } from '../http/metrics.ts'
import type { PlatformParts } from './platform-status.ts'

/** Numbers that are read when somebody looks at /metrics. */
export function platformGauges({ gauge, gaugeBy }: Metrics, parts: PlatformParts): void {
  const { store, outbox, hub, directory, areas, media, clock } = parts
  gauge('backlot_store_queue_depth', 'Writes that wait for their commit.', () => store.queueDepth())
  gauge('backlot_channel_outbox_depth', 'Entries that wait for the next tick.', () => outbox.depth())
  gauge('backlot_channel_clients', 'Consoles on the real-time channel.', () => hub.clientCount())
  gauge('backlot_devices', 'Devices in the directory.', () => directory.deviceCount())
  gauge('backlot_devices_online', 'Devices on line.', () => directory.countBelow(0).online)
  gauge('backlot_sessions', 'Open sessions.', () => areas.session.book.count())
  gauge('backlot_alarm_cursor', 'Newest commit sequence of an alarm.', () => areas.alarms.book.cursor())
  gauge('backlot_clock_rate', 'Platform seconds per second.', () => clock.rate())
  gauge('backlot_clock_epoch', 'Epoch of the platform clock.', () => clock.epoch())
  gaugeBy('backlot_streams', 'Streams by state.', 'state', () => {
    const byState = new Map<string, number>()
    for (const { state } of media.stats()) byState.set(state, (byState.get(state) ?? 0) + 1)
    return byState
  })
  gauge('backlot_stream_viewers', 'Viewers of streams.', () =>
    sum(media.stats().map(({ viewers }) => viewers)),
  )
  gauge('backlot_stream_tags_dropped', 'Tags that running streams left out for slow viewers.', () =>
    sum(media.stats().map(({ dropped }) => dropped)),
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
