import type { Database } from 'better-sqlite3'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'

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
  db.prepare(
    `INSERT INTO device_places (sn, valid_from_ms, longitude, latitude) VALUES (?, ?, ?, ?)
     ON CONFLICT (sn, valid_from_ms) DO UPDATE SET longitude = excluded.longitude, latitude = excluded.latitude`,
  ).run(args.sn, args.validFromMs, args.position?.longitude ?? null, args.position?.latitude ?? null)
  appendAudit(db, clock, args.actor, args.action, args.sn, args.position ?? {})
}
