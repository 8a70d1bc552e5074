import { controlAddFleet, controlFleets, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import { type Route, route } from '../calls/route.ts'
import type { FleetManager } from '../fleet/fleet-manager.ts'

/** Fleets that come and go while the platform runs. */
export function fleetRoutes(fleets: FleetManager): Route[] {
  return [
    route(controlAddFleet, ({ body }) => fleets.add(body)),
    route(controlRemoveFleet, ({ body }) => fleets.remove(body.fleetId)),
    route(controlFleets, () => ({ list: fleets.list() })),
  ]
}
