import { Counter, type Registry } from 'prom-client'

export type DropReason = 'tooSlow' | 'silent' | 'badFrame' | 'alarmGap' | 'notSignedIn'

export type ChannelMetrics = {
  sent(bytes: number): void
  dropped(reason: DropReason, count?: number): void
}

export function createChannelMetrics(registry: Registry): ChannelMetrics {
  const registers = [registry]
  // Counted in plain numbers, a thousand times a tick, and told when somebody asks.
  let frames = 0
  let bytes = 0
  new Counter({
    name: 'backlot_channel_frames_total',
    help: 'Frames sent.',
    registers,
    collect() {
      this.inc(frames)
      frames = 0
    },
  })
  new Counter({
    name: 'backlot_channel_bytes_total',
    help: 'Bytes sent.',
    registers,
    collect() {
      this.inc(bytes)
      bytes = 0
    },
  })
  const drops = new Counter({
    name: 'backlot_channel_drops_total',
    help: 'Consoles cut and alarms left to paging, by reason.',
    labelNames: ['reason'],
    registers,
  })
  return {
    sent(size) {
      frames++
      bytes += size
    },
    dropped: (reason, count = 1) => drops.labels(reason).inc(count),
  }
}
