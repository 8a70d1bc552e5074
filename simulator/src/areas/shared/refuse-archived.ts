import { formatDateTime } from '@backlot/contract/time'
import type { Database } from 'better-sqlite3'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import { completeFromMs } from '../../store/archive-positions.ts'

/** Refuses a view of alarms that begins before what the core has of them: the archive has the rest, and it has no such view. */
export function refuseArchived(
  db: Database,
  clock: Pick<PlatformClock, 'zoneMinutes'>,
  fromMs: number,
): void {
  const completeMs = completeFromMs(db, 'alarms')
  if (fromMs >= completeMs) return
  throw refusal(
    'invalid',
    'onlyAlarmsSince',
    { time: formatDateTime(completeMs, clock.zoneMinutes) },
    'startTime',
  )
}
