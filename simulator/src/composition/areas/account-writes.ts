import type { Database } from 'better-sqlite3'
import { removeRulesOf } from '../../areas/alarm-push/writes.ts'
import type { Actor } from '../../areas/shared/audit.ts'
import { remove as removeUsers } from '../../areas/users/writes.ts'
import type { WriteClock } from '../../store/write.ts'

/**
 * Use case across areas: removes accounts with everything that belongs to them alone (favourites, shield lists, push
 * rules, pollings, drawings).
 */
export function remove(
  db: Database,
  args: { userIds: readonly number[]; actor: Actor },
  clock: WriteClock,
): void {
  removeUsers(db, args, clock)
  removeRulesOf(db, args.userIds)
  for (const userId of args.userIds) {
    db.prepare('DELETE FROM favourites WHERE user_id = ?').run(userId)
    db.prepare('DELETE FROM alarm_shields WHERE user_id = ?').run(userId)
    db.prepare('DELETE FROM alarm_filters WHERE user_id = ?').run(userId)
    db.prepare('DELETE FROM pollings WHERE user_id = ?').run(userId)
    db.prepare('DELETE FROM map_drawings WHERE user_id = ?').run(userId)
  }
}
