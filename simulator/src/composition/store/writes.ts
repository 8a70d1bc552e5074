import * as alarmPush from '../../areas/alarm-push/writes.ts'
import * as alarmTypes from '../../areas/alarm-types/writes.ts'
import * as alarmProcessing from '../../areas/alarms/actions/processing-writes.ts'
import * as alarmTimes from '../../areas/alarms/time-writes.ts'
import * as alarms from '../../areas/alarms/writes.ts'
import * as controlLists from '../../areas/control-lists/writes.ts'
import * as deviceAdmin from '../../areas/device-admin/writes.ts'
import * as deviceMessages from '../../areas/device-messages/writes.ts'
import * as devices from '../../areas/devices/writes.ts'
import * as favourites from '../../areas/favourites/writes.ts'
import * as installation from '../../areas/installation/writes.ts'
import * as logs from '../../areas/logs/writes.ts'
import * as mapDrawings from '../../areas/map-drawings/writes.ts'
import * as mediaServers from '../../areas/media-config/server-writes.ts'
import * as mediaConfig from '../../areas/media-config/writes.ts'
import * as preplans from '../../areas/preplans/writes.ts'
import * as senseControllers from '../../areas/sense-controllers/writes.ts'
import * as sensors from '../../areas/sensors/writes.ts'
import * as servers from '../../areas/servers/writes.ts'
import * as session from '../../areas/session/writes.ts'
import * as templates from '../../areas/templates/writes.ts'
import * as upgrades from '../../areas/upgrades/writes.ts'
import * as users from '../../areas/users/writes.ts'
import * as orderSteps from '../../areas/work-orders/writes.ts'
import * as workspaces from '../../areas/workspaces/writes.ts'
import * as foreign from '../../gateways/writes.ts'
import { HISTORY_WRITES } from '../../history/writes.ts'
import { STORE_WRITES } from '../../store/facts.ts'
import { TIMELINE_WRITES } from '../../timeline/writes.ts'
import * as accounts from '../areas/account-writes.ts'
import * as workOrders from '../areas/alarm-order-writes.ts'
import * as alarmUndo from '../areas/alarm-undo-writes.ts'
import * as clockCuts from '../areas/cut-writes.ts'
import * as orderWithdrawal from '../areas/order-withdraw-writes.ts'
import * as serverAdmin from '../areas/server-admin-writes.ts'

/** A module's writes under their area's name: `<area>.<verb>`. */
type Named<Area extends string, Writes> = {
  [Verb in keyof Writes & string as `${Area}.${Verb}`]: Writes[Verb]
}

function named<Area extends string, Writes extends object>(area: Area, writes: Writes): Named<Area, Writes> {
  const entries = Object.entries(writes).map(([verb, write]) => [`${area}.${verb}`, write])
  return Object.fromEntries(entries) as Named<Area, Writes>
}

/** Every write that the writer thread knows. Each area exports its own from areas/<area>/writes.ts; add a line here. */
export const WRITES = {
  ...STORE_WRITES,
  ...TIMELINE_WRITES,
  ...HISTORY_WRITES,
  ...named('accounts', accounts),
  ...named('users', users),
  ...named('servers', servers),
  ...named('serverAdmin', serverAdmin),
  ...named('sensors', sensors),
  ...named('senseControllers', senseControllers),
  ...named('session', session),
  ...named('devices', devices),
  ...named('deviceAdmin', deviceAdmin),
  ...named('deviceMessages', deviceMessages),
  ...named('alarms', alarms),
  ...named('alarms', alarmProcessing),
  // Takes work orders along.
  ...named('alarms', alarmUndo),
  ...named('alarmTimes', alarmTimes),
  ...named('alarmTypes', alarmTypes),
  ...named('alarmPush', alarmPush),
  // cutAfter takes work orders along.
  ...named('alarmTimes', clockCuts),
  ...named('workOrders', workOrders),
  ...named('workOrders', orderSteps),
  // Takes alarms along.
  ...named('workOrders', orderWithdrawal),
  ...named('controlLists', controlLists),
  ...named('favourites', favourites),
  ...named('installation', installation),
  ...named('logs', logs),
  ...named('mapDrawings', mapDrawings),
  ...named('mediaConfig', mediaConfig),
  ...named('mediaConfig', mediaServers),
  ...named('preplans', preplans),
  ...named('templates', templates),
  ...named('upgrades', upgrades),
  ...named('workspaces', workspaces),
  ...named('foreign', foreign),
} as const

declare module '../../store/store.ts' {
  interface WriteTable extends Readonly<typeof WRITES> {}
}
