import type { Route } from '../../calls/route.ts'
import { bindingRoutes } from './binding-routes.ts'
import { infoRoutes } from './info-routes.ts'
import { createLimitWatch, type LimitWatch } from './limit-watch.ts'
import { pointRoutes } from './point-routes.ts'
import { createRouteContext, type InstallationDeps } from './route-context.ts'

/** Setup of devices: monitoring points, cameras that look at them, installation. */
export function createInstallationArea(deps: InstallationDeps): { routes: Route[]; watch: LimitWatch } {
  const area = createRouteContext(deps)
  return {
    routes: [...pointRoutes(area), ...bindingRoutes(area), ...infoRoutes(area)],
    watch: createLimitWatch({ ...deps, onEvents: deps.onLimits }),
  }
}
