import { autoNewCross } from '@backlot/contract/alarms/calls'
import type { Route } from '../http/route.ts'
import { route } from '../http/route.ts'
import type { Store } from '../store/store.ts'
import type { PlatformClock } from '../timeline/clock.ts'
import type { AlarmsArea } from './alarms/alarms-area.ts'
import { actorOf } from './audit.ts'
import { languageOf } from './language.ts'
import { spoken } from './refusal.ts'

/** Use case across alarms and work orders: orders for alarms that were processed as sure. */
export function alarmOrdersRoute(store: Store, clock: PlatformClock, alarms: AlarmsArea): Route {
  return route(autoNewCross, async ({ body }, context) => {
    const rows = alarms.rowsFor(context, body.list)
    const write = store.write('workOrders.createForAlarms', {
      ids: rows.map(({ id }) => id),
      creatorName: context.caller.name,
      zoneMinutes: clock.zoneMinutes,
      actor: actorOf(context, clock.now()),
    })
    const { changed, created } = await spoken(write, languageOf(context.request.headers))
    alarms.book.changed(changed, 2)
    return { created }
  })
}
