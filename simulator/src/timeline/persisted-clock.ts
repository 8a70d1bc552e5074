import type { Logger } from 'pino'
import type { HostClock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'
import type { ClockSegment } from './clock-segment.ts'
import type { OverlayLog } from './overlay-log.ts'
import { type ClockPosition, type ControlledClock, createPlatformClock } from './platform-clock.ts'

const KIND = 'clock'

/**
 * The platform clock, its segments kept in the overlay log. A start continues at real time, or as `start` says, in
 * an epoch of its own: consoles that stayed open across the restart load everything again.
 */
export function createPersistedClock(deps: {
  overlay: OverlayLog
  host: HostClock
  zoneMinutes: number
  log: Logger
  start?: ClockPosition | undefined
  /** The epoch comes after this one too. */
  afterEpoch?: number | undefined
}): ControlledClock {
  const last = deps.overlay.latest(KIND)?.payload as ClockSegment | undefined
  return createPlatformClock({
    host: deps.host,
    zoneMinutes: deps.zoneMinutes,
    lastEpoch: Math.max(last?.epoch ?? 0, deps.afterEpoch ?? 0),
    start: deps.start,
    keep(segment) {
      deps.overlay
        .append({ atMs: segment.platformMs, kind: KIND, sn: '', payload: segment })
        .catch((error: unknown) => deps.log.error({ err: error }, 'the clock could not be stored'))
    },
  })
}

/** Up to when (host time) a platform is known to have run: its last move of the clock, and its minutes; 0: never. */
export function lastHostTime(store: Store, overlay: OverlayLog): number {
  const moved = overlay.latest(KIND)?.payload as ClockSegment | undefined
  const minute = store.read.prepare('SELECT max(at_ms) FROM service_samples').pluck().get() as number | null
  return Math.max(moved?.hostMs ?? 0, minute ?? 0)
}
