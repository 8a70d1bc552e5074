import { Counter, Gauge, type Registry } from 'prom-client'

export type TalkDrop =
  | 'soundWaits'
  | 'tooSlow'
  | 'tooFast'
  | 'badFrame'
  | 'silent'
  | 'notSignedIn'
  | 'tooMany'

export type TalkMetrics = {
  sent(): void
  received(): void
  dropped(reason: TalkDrop): void
}

/** `links` answers the number of talking consoles. */
export function createTalkMetrics(registry: Registry, links: () => number): TalkMetrics {
  const registers = [registry]
  const frames = new Counter({
    name: 'backlot_talk_frames_total',
    help: 'Audio frames, by direction.',
    labelNames: ['direction'],
    registers,
  })
  const drops = new Counter({
    name: 'backlot_talk_drops_total',
    help: 'Dropped frames and disconnected consoles, by reason.',
    labelNames: ['reason'],
    registers,
  })
  new Gauge({
    name: 'backlot_talk_links',
    help: 'Talk sockets.',
    registers,
    collect() {
      this.set(links())
    },
  })
  const down = frames.labels('down')
  const up = frames.labels('up')
  return {
    sent: () => down.inc(),
    received: () => up.inc(),
    dropped: (reason) => drops.labels(reason).inc(),
  }
}
