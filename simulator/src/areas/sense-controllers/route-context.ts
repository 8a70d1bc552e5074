import type { HandlerContext } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import type { Store } from '../../store/store.ts'
import { type Actor, actorOf } from '../shared/audit.ts'
import type { ControllerCatalogue } from './controller-catalogue.ts'
import type { BusPort, QuantityNamesPort } from './ports.ts'

export type RouteContextDeps = {
  store: Store
  clock: PlatformClock
  catalogue: ControllerCatalogue
  bus: BusPort
  quantities: QuantityNamesPort
}

export type RouteContext = ReturnType<typeof createRouteContext>

export function createRouteContext(deps: RouteContextDeps) {
  const changes = createSerialQueue()
  const nowMs = () => Math.floor(deps.clock.now())
  return {
    ...deps,
    nowMs,
    language: (context: HandlerContext) => languageOf(context.request.headers),
    actor: (context: HandlerContext): Actor => actorOf(context, nowMs()),
    /** One change after the other: a sensor is not deleted while a line is given it. */
    inTurn: changes.run,
  }
}
