import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { AlarmRepository } from '../areas/alarms/alarm-repository.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import type { PlatformArchive } from './archive/open-platform-archive.ts'
import { ALARM_ROWS_MOST } from './row-limits.ts'

const EVERY_MS = 10 * MINUTE_MS
/** Alarms of one write. */
const PART = 1000

/**
 * Removes alarms older than some days, with their histories, every ten minutes of the host: in slices. With an archive
 * only those that it has, and at once when it has caught up with what there was at the start.
 */
export function keepRetention(
  deps: {
    repository: Pick<AlarmRepository, 'prune'>
    clock: PlatformClock
    host: HostClock
    log: Logger
    days: number
    /** Resolves when a new platform has its past. */
    filled?: Promise<unknown>
    archive?: Pick<PlatformArchive, 'removable' | 'onceCaughtUp' | 'state'> | undefined
  },
  disposal: Disposal,
): void {
  const { repository, clock, host, log, days, archive } = deps
  const forget = async () => {
    // What it has was removed before; to look for that among what it has not would take long.
    if (archive && archive.state().condition !== 'connected') return
    try {
      // Not by a platform clock that was moved ahead: the present would go.
      const beforeMs = Math.min(clock.now(), host.now()) - days * DAY_MS
      await repository.prune(beforeMs, ALARM_ROWS_MOST, PART, archive?.removable())
    } catch (error) {
      log.error({ err: error }, 'old alarms could not be removed')
    }
  }
  disposal.defer(host.every(EVERY_MS, () => void forget()))
  let stop = () => {}
  const listen = () => {
    stop = archive?.onceCaughtUp(() => void forget()) ?? stop
  }
  deps.filled?.then(listen, () => {})
  disposal.defer(() => stop())
}
