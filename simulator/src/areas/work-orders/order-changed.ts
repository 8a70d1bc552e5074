import { formatDateTime } from '@backlot/contract/time'
import type { Database } from 'better-sqlite3'
import type { PlatformError } from '../../kernel/platform-error.ts'
import { refusal } from '../../kernel/refusal.ts'
import { readEvents } from './order-query.ts'

/** Refuses a change of an order that somebody changed in the meantime, naming who did, and when. */
export function changedRefusal(db: Database, orderId: number, zoneMinutes: number): PlatformError {
  const last = readEvents(db, orderId).at(-1)
  const name = last?.user_name ?? ''
  const time = last ? formatDateTime(last.at_ms, zoneMinutes) : ''
  return refusal('workOrderChanged', 'workOrderChangedBy', { name, time }, 'version')
}
