import { Counter, type Registry } from 'prom-client'

export type DropReason = 'tooSlow' | 'silent' | 'badFrame' | 'alarmGap' | 'notSignedIn'

export type ChannelMetrics = {
  sent(bytes: number): void
  received(bytes: number): void
  dropped(reason: DropReason, count?: number): void
}

export function createChannelMetrics(registry: Registry): ChannelMetrics {
  const registers = [registry]
  // Counted in plain numbers, a thousand times a tick, and reported on request.
  const out = { frames: 0, bytes: 0 }
  const into = { frames: 0, bytes: 0 }
  const byDirection = (name: string, help: string, of: (way: typeof out) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['direction'],
      registers,
      collect() {
        this.reset()
        this.labels('out').inc(of(out))
        this.labels('in').inc(of(into))
      },
    })
  byDirection(
    'backlot_channel_frames_total',
    'Frames sent to and received from consoles.',
    (way) => way.frames,
  )
  byDirection('backlot_channel_bytes_total', 'Bytes of these frames.', (way) => way.bytes)
  const drops = new Counter({
    name: 'backlot_channel_drops_total',
    help: 'Disconnected consoles and alarms left to paging, by reason.',
    labelNames: ['reason'],
    registers,
  })
  return {
    sent(size) {
      out.frames++
      out.bytes += size
    },
    received(size) {
      into.frames++
      into.bytes += size
    },
    dropped: (reason, count = 1) => drops.labels(reason).inc(count),
  }
}
