import type { Route } from '../../calls/route.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { type ControllerCatalogue, createControllerCatalogue } from './controller-catalogue.ts'
import type { FactoryController } from './ports.ts'
import { createRouteContext, type RouteContextDeps } from './route-context.ts'

/** Sensors for RS-485 lines: their catalogue, their places on lines, and scripts tried there. */
export function createSenseControllersArea(
  deps: Omit<RouteContextDeps, 'catalogue'> & { factory: readonly FactoryController[] },
): { routes: Route[]; catalogue: ControllerCatalogue } {
  const catalogue = createControllerCatalogue(deps.store, deps.factory)
  const area = createRouteContext({ ...deps, catalogue })
  return { routes: [...catalogueRoutes(area), ...channelRoutes(area)], catalogue }
}
