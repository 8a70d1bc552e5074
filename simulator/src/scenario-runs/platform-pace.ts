import type { Pace } from './run-timeline.ts'
import type { ScenarioParts } from './scenario-parts.ts'

const LOOK_EVERY_MS = 100
/** Shortest wait for a reaction of the platform on a busy machine. */
const LEAST_WAIT_MS = 2000

/** Why nothing of the channel is measured in this process. */
export const NOBODY_LISTENS =
  'not measured while a platform plays by itself: backlot run listens to the channel'

/** The pace of a timeline that a platform plays by itself: its own clock's. Waits end with the signal. */
export function platformPace(
  { clock, host }: Pick<ScenarioParts, 'clock' | 'host'>,
  signal: AbortSignal,
): Pace {
  return {
    get lookEveryMs() {
      return LOOK_EVERY_MS * Math.max(1, clock.rate())
    },
    get leastWaitMs() {
      return LEAST_WAIT_MS * clock.rate()
    },
    pass: (atMostMs) => waitMs(host, paceMs(atMostMs, clock.rate()), signal),
  }
}

function paceMs(atMostMs: number, rate: number): number {
  return rate > 0 ? Math.min(LOOK_EVERY_MS, Math.ceil(atMostMs / rate)) : LOOK_EVERY_MS
}

function waitMs(host: ScenarioParts['host'], delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = host.after(delayMs, done)
    signal.addEventListener('abort', done)
  })
}
