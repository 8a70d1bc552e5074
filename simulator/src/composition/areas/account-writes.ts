import type { Database } from 'better-sqlite3'
import { inArray } from 'drizzle-orm'
import { removeRulesOf } from '../../areas/alarm-push/writes.ts'
import { alarmShields } from '../../areas/alarms/tables.ts'
import { favourites } from '../../areas/favourites/tables.ts'
import { mapDrawings } from '../../areas/map-drawings/tables.ts'
import { pollings } from '../../areas/preplans/tables.ts'
import type { Actor } from '../../areas/shared/audit.ts'
import { remove as removeUsers } from '../../areas/users/writes.ts'
import { workspaceStarts, workspaces } from '../../areas/workspaces/tables.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'

/**
 * Use case across areas: removes accounts with everything that belongs to them alone (favourites, shield lists, push
 * rules, pollings, drawings, workspaces).
 */
export function remove(
  db: Database,
  args: { userIds: readonly number[]; actor: Actor },
  clock: WriteClock,
): void {
  removeUsers(db, args, clock)
  removeRulesOf(db, args.userIds)
  const query = queryBuilder(db)
  for (const table of [favourites, alarmShields, pollings, mapDrawings, workspaces, workspaceStarts]) {
    query
      .delete(table)
      .where(inArray(table.userId, [...args.userIds]))
      .run()
  }
}
