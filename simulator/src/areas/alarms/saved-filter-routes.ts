import {
  addAlarmFilter,
  deleteAlarmFilter,
  listAlarmFilters,
  updateAlarmFilter,
} from '@backlot/contract/alarms/saved-filter-calls'
import { type Route, route } from '../../calls/route.ts'
import type { Store } from '../../store/store.ts'
import { prepared } from '../shared/prepared.ts'

/** Saved filters of the alarm query: everybody has the own ones. */
export function createSavedFilterRoutes(store: Store): Route[] {
  const list = route(listAlarmFilters, (_input, { caller }) => {
    const sql = 'SELECT id, name, query FROM alarm_filters WHERE user_id = ? ORDER BY name COLLATE NOCASE'
    const rows = prepared(store.read, sql).all(caller.userId) as { id: number; name: string; query: string }[]
    return { list: rows.map((row) => ({ ...row, query: JSON.parse(row.query) as Record<string, string> })) }
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
