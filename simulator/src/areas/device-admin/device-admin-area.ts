import type { Route } from '../../calls/route.ts'
import { cameraRoutes } from './camera-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { deviceRoutes } from './device-routes.ts'
import { createDeviceFinder } from './find-devices.ts'
import { groupRoutes } from './group-routes.ts'
import { importRoute } from './import-route.ts'
import { applyRecord } from './restore-devices.ts'
import { createRouteContext, type DeviceAdminDeps } from './route-context.ts'
import { typeRoutes } from './type-routes.ts'

export type DeviceAdminArea = {
  routes: Route[]
  /** A device has come, of a fleet or by itself: it is as administrators left it, or gone again. */
  entered(sn: string): void
}

/** The list of devices as its administrators make it: groups, devices, channels, types, import. */
export function createDeviceAdminArea(deps: DeviceAdminDeps): DeviceAdminArea {
  const area = createRouteContext(deps)
  const finder = createDeviceFinder(deps.register, deps.repository, deps.cameras.has)
  return {
    routes: [
      ...deviceRoutes(area, finder),
      ...groupRoutes(area),
      ...channelRoutes(area),
      ...typeRoutes(area, finder),
      importRoute(area),
      ...cameraRoutes(area, deps.cameras),
    ],
    entered(sn) {
      const row = deps.repository.record(sn)
      // Those that were added come through here, and are as they are stored.
      if (row && row.number === null && deps.lifecycle.hasDevice(sn)) applyRecord(deps.lifecycle, row)
    },
  }
}
