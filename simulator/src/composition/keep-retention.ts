import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { AlarmRepository } from '../areas/alarms/alarm-repository.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'

/** Rows of alarms at most: storms without end do not fill the disk. */
const ALARMS_KEPT = 2_000_000
const EVERY_MS = 10 * MINUTE_MS

/** Removes alarms older than some days, with their histories, every ten minutes of the host: in slices. */
export function keepRetention(
  deps: {
    repository: Pick<AlarmRepository, 'prune'>
    clock: PlatformClock
    host: HostClock
    log: Logger
    days: number
  },
  disposal: Disposal,
): void {
  const { repository, clock, host, log, days } = deps
  // Not by a platform clock that was moved ahead: the present would go.
  const forget = () => repository.prune(Math.min(clock.now(), host.now()) - days * DAY_MS, ALARMS_KEPT)
  const onError = (error: unknown) => log.error({ err: error }, 'old alarms could not be removed')
  disposal.defer(host.every(EVERY_MS, () => void forget().catch(onError)))
}
