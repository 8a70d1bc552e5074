import { Counter, type Registry } from 'prom-client'

export type DropReason = 'tooSlow' | 'silent' | 'badFrame' | 'alarmGap' | 'notSignedIn'

export type ChannelMetrics = {
  sent(bytes: number): void
  dropped(reason: DropReason, count?: number): void
}

export function createChannelMetrics(registry: Registry): ChannelMetrics {
  const registers = [registry]
  const frames = new Counter({ name: 'backlot_channel_frames_total', help: 'Frames sent.', registers })
  const bytes = new Counter({ name: 'backlot_channel_bytes_total', help: 'Characters sent.', registers })
  const drops = new Counter({
    name: 'backlot_channel_drops_total',
    help: 'Consoles cut and alarms left to paging, by reason.',
    labelNames: ['reason'],
    registers,
  })
  return {
    sent(size) {
      frames.inc()
      bytes.inc(size)
    },
    dropped: (reason, count = 1) => drops.labels(reason).inc(count),
  }
}
