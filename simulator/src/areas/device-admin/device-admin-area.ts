import type { Route } from '../../http/route.ts'
import { channelRoutes } from './channel-routes.ts'
import { createDesk, type DeviceAdminDeps } from './desk.ts'
import { deviceRoutes } from './device-routes.ts'
import { createDeviceFinder } from './find-devices.ts'
import { groupRoutes } from './group-routes.ts'
import { importRoute } from './import-route.ts'
import { applyRecord } from './restore-devices.ts'
import { typeRoutes } from './type-routes.ts'

export type DeviceAdminArea = {
  routes: Route[]
  /** A device has come, of a fleet or by itself: it is as administrators left it, or gone again. */
  entered(sn: string): void
}

/** The list of devices as its administrators make it: groups, devices, channels, types, import. */
export function createDeviceAdminArea(deps: DeviceAdminDeps): DeviceAdminArea {
  const desk = createDesk(deps)
  const finder = createDeviceFinder(deps.register, deps.repository)
  return {
    routes: [
      ...deviceRoutes(desk, finder),
      ...groupRoutes(desk),
      ...channelRoutes(desk),
      ...typeRoutes(desk, finder),
      importRoute(desk),
    ],
    entered(sn) {
      const row = deps.repository.record(sn)
      // Those that were added come through here, and are as they are stored.
      if (row && row.number === null && deps.lifecycle.hasDevice(sn)) applyRecord(deps.lifecycle, row)
    },
  }
}
