import { PlanSchedule, type Polling } from '@backlot/contract/preplans/entities'
import type { Database } from 'better-sqlite3'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { queryBuilder } from '../../store/query-builder.ts'
import { pollings, preplanChannels, preplans } from './tables.ts'

/** A plan as it is stored, with its creator's name. */
export type PlanRow = Omit<typeof preplans.$inferSelect, 'nameKey'> & { creatorName: string }
export type PlanChannelRow = typeof preplanChannels.$inferSelect

/** Reads plans, their channels and users' pollings. */
export function createPlanRepository(db: Database) {
  const query = queryBuilder(db)
  const { nameKey: _, ...columns } = getTableColumns(preplans)
  // The table of another area.
  const creatorName = sql<string>`ifnull((SELECT name FROM users WHERE users.id = preplans.creator_id), '')`
  const plans = () => query.select({ ...columns, creatorName }).from(preplans)
  const channels = () => query.select().from(preplanChannels)

  return {
    plans: (): PlanRow[] => plans().orderBy(preplans.sort, preplans.id).all(),
    plan: (id: number): PlanRow | undefined => plans().where(eq(preplans.id, id)).get(),
    channelsOf: (id: number): PlanChannelRow[] =>
      channels()
        .where(eq(preplanChannels.preplanId, id))
        .orderBy(preplanChannels.sort, preplanChannels.id)
        .all(),
    /** Channels of every plan, by plan. */
    channels(): Map<number, PlanChannelRow[]> {
      const { preplanId, sort, id } = preplanChannels
      const byPlan = new Map<number, PlanChannelRow[]>()
      for (const row of channels().orderBy(preplanId, sort, id).all()) {
        const rows = byPlan.get(row.preplanId)
        if (rows) rows.push(row)
        else byPlan.set(row.preplanId, [row])
      }
      return byPlan
    },
    pollingOf: (userId: number): Polling | undefined =>
      query.select().from(pollings).where(eq(pollings.userId, userId)).get()?.polling,
  }
}

export function scheduleOf(row: PlanRow): PlanSchedule | null {
  return row.schedule === null ? null : PlanSchedule.parse(row.schedule)
}
