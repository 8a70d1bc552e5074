import { controlModbus } from '@backlot/contract/wires/modbus/calls'
import { type Route, route } from '../../../calls/route.ts'
import type { Modbus } from './open-modbus.ts'

/** Modbus: which unit is which controller of ours, and how the polled ones are. */
export function modbusRoutes({ server, units, poller }: Modbus): Route[] {
  return [
    route(controlModbus, () => {
      const { problems, cuts, ...counters } = server?.counters ?? { problems: [], cuts: [] }
      return {
        address: server?.address ?? null,
        connections: server?.connections() ?? 0,
        counters,
        problems: Object.fromEntries(problems),
        cuts: Object.fromEntries(cuts),
        units: units.list(),
        polled: poller?.list() ?? [],
      }
    }),
  ]
}
