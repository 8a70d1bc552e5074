import {
  controlStopStorm,
  controlStormGps,
  controlStormOffline,
  controlStormSos,
  controlStorms,
} from '@backlot/contract/control/storm-calls'
import { type Route, route } from '../calls/route.ts'
import type { Storms } from '../scenario-runs/storms.ts'

/** Storms of other things than alarms, and their list. */
export function stormRoutes(storms: Storms): Route[] {
  return [
    route(controlStorms, () => ({ list: storms.list() })),
    route(controlStormSos, ({ body }) => storms.sos(body)),
    route(controlStormOffline, ({ body }) => storms.offline(body)),
    route(controlStormGps, ({ body }) => storms.gps(body)),
    route(controlStopStorm, ({ body }) => storms.stop(body.stormId)),
  ]
}
