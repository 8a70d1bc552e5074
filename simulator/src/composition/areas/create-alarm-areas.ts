import { createAiViewArea } from '../../areas/ai-view/ai-view-area.ts'
import type { TypeRepository } from '../../areas/alarm-types/type-repository.ts'
import { type AlarmsArea, createAlarmsArea } from '../../areas/alarms/alarms-area.ts'
import { type TallyAsked, tallyAlarms } from '../../areas/alarms/query/alarm-tally.ts'
import { createControlListsArea } from '../../areas/control-lists/control-lists-area.ts'
import type { UploadsArea } from '../../areas/uploads/uploads-area.ts'
import { createWorkOrdersArea } from '../../areas/work-orders/work-orders-area.ts'
import type { Route } from '../../calls/route.ts'
import { createOrderPorts } from '../adapters/order-ports.ts'
import { createVisibleDevices } from '../adapters/visible-devices.ts'
import { createAlarmAdmin } from './alarm-admin.ts'
import { alarmOrderRoutes } from './alarm-orders.ts'
import type { AreasDeps } from './areas-deps.ts'
import type { AccountAreas } from './create-accounts.ts'

export type AlarmAreas = {
  routes: Route[]
  alarms: AlarmsArea
  types: TypeRepository
  close(): Promise<void>
}

/**
 * Alarms and everything that follows from them: their types, push rules, analysed pictures, watch lists and work
 * orders.
 */
export function createAlarmAreas(
  deps: AreasDeps,
  given: Pick<AccountAreas, 'accounts' | 'nodes' | 'session'> & { uploads: UploadsArea },
): AlarmAreas {
  const { store, publisher, settings, records, media, fleet } = deps
  const { view } = records
  const { platform: clock } = deps.clocks
  const admin = createAlarmAdmin(deps, given)
  const orderPorts = createOrderPorts({
    db: store.read,
    view,
    accounts: given.accounts,
    systemFunction: settings.systemFunction,
    tally: (asked: TallyAsked) => tallyAlarms(store.read, deps.alarmReader, asked),
    nowMs: () => Math.floor(clock.now()),
  })
  const workOrders = createWorkOrdersArea({
    store,
    clock,
    publisher,
    ...orderPorts,
    pictures: given.uploads,
  })
  const alarms = createAlarmsArea({
    store,
    clock,
    repository: records.alarms,
    devices: records.alarmDevices,
    scope: records.alarmScope,
    cache: deps.cache,
    pictures: media.pictures,
    workOrders: settings.workOrders,
    reader: deps.alarmReader,
    past: deps.alarmPast,
    types: admin.types,
    orders: { gone: workOrders.changed },
  })
  alarms.restoreFlags()
  const aiView = createAiViewArea({
    clock,
    sightings: media.sightings,
    devices: createVisibleDevices(view, fleet.directory),
    evidence: alarms.evidence,
  })
  const controlLists = createControlListsArea({ store, clock, repository: fleet.persons })
  return {
    routes: [
      ...alarms.routes,
      ...admin.routes,
      ...aiView.routes,
      ...controlLists.routes,
      ...workOrders.routes,
      ...alarmOrderRoutes({
        store,
        clock,
        alarms,
        repository: records.alarms,
        orders: workOrders,
        scope: orderPorts.scope,
      }),
    ],
    alarms,
    types: admin.types,
    close: admin.close,
  }
}
