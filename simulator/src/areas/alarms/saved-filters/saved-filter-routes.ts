import {
  addAlarmFilter,
  deleteAlarmFilter,
  listAlarmFilters,
  updateAlarmFilter,
} from '@backlot/contract/alarms/saved-filter-calls'
import { eq, sql } from 'drizzle-orm'
import { type Route, route } from '../../../calls/route.ts'
import { queryBuilder } from '../../../store/query-builder.ts'
import type { Store } from '../../../store/store.ts'
import { alarmFilters } from './tables.ts'

/** Saved filters of the alarm query: everybody has the own ones. */
export function createSavedFilterRoutes(store: Store): Route[] {
  const list = route(listAlarmFilters, (_input, { caller }) => {
    const { id, name, query } = alarmFilters
    const list = queryBuilder(store.read)
      .select({ id, name, query })
      .from(alarmFilters)
      .where(eq(alarmFilters.userId, caller.userId))
      .orderBy(sql`${name} COLLATE NOCASE`)
      .all()
    return { list }
  })
  const add = route(addAlarmFilter, ({ body }, { caller }) =>
    store.write('alarmFilters.add', { userId: caller.userId, ...body }),
  )
  const update = route(updateAlarmFilter, async ({ body }, { caller }) => {
    await store.write('alarmFilters.update', { userId: caller.userId, ...body })
    return {}
  })
  const remove = route(deleteAlarmFilter, async ({ body }, { caller }) => {
    await store.write('alarmFilters.remove', { userId: caller.userId, id: body.id })
    return {}
  })
  return [list, add, update, remove]
}
