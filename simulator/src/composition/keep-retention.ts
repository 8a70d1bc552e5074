import { LIMITS } from '@backlot/contract/limits'
import { HOUR_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { AlarmBook } from '../areas/alarms/alarm-book.ts'
import type { Disposal } from '../disposal.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'

/** Rows of alarms at most: storms without end do not fill the disk. */
const ALARMS_KEPT = 2_000_000

/** Removes alarms older than the time that can be asked for, every hour of the host. */
export function keepRetention(
  deps: { book: AlarmBook; clock: PlatformClock; host: HostClock; log: Logger },
  disposal: Disposal,
): void {
  const { book, clock, host, log } = deps
  // Not by a platform clock that was moved ahead: the present would go.
  const forget = () => book.prune(Math.min(clock.now(), host.now()) - LIMITS.historyWindowMs, ALARMS_KEPT)
  const onError = (error: unknown) => log.error({ err: error }, 'old alarms could not be removed')
  disposal.defer(host.every(HOUR_MS, () => void forget().catch(onError)))
}
