import type { Database } from 'better-sqlite3'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { devicePlaces } from './tables.ts'

/** Places a device from a platform moment on; null takes it off the map. */
export function place(
  db: Database,
  args: {
    sn: string
    validFromMs: number
    position: { longitude: number; latitude: number } | null
    action: string
    actor: Actor
  },
  clock: WriteClock,
): void {
  const { sn, validFromMs, position } = args
  const set = { longitude: position?.longitude ?? null, latitude: position?.latitude ?? null }
  queryBuilder(db)
    .insert(devicePlaces)
    .values({ sn, validFromMs, ...set })
    .onConflictDoUpdate({ target: [devicePlaces.sn, devicePlaces.validFromMs], set })
    .run()
  appendAudit(db, clock, args.actor, args.action, args.sn, args.position ?? {})
}
