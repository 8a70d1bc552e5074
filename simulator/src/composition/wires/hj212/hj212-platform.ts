import type { StationUplink } from '../../../fleet/uplinks/hj212/station-uplink.ts'
import type { Hj212Gateway } from '../../../gateways/hj212/create-hj212-gateway.ts'
import type { OpenGateway } from '../open-gateway.ts'
import type { PlatformWire } from '../platform-wire.ts'
import { hj212Routes } from './hj212-routes.ts'
import { openHj212 } from './open-hj212.ts'
import { runHj212Uplinks } from './run-hj212-uplinks.ts'

export type StationGateway = OpenGateway &
  Hj212Gateway & {
    /** A new line of one of our stations that lives in process, not yet begun; undefined for others. */
    lineOf(sn: string): StationUplink | undefined
  }

export const HJ212_PLATFORM: PlatformWire<StationGateway> = {
  async open(deps, disposal) {
    const gateway = await openHj212(deps)
    if (!gateway) return undefined
    const { lineOf } = runHj212Uplinks({ ...deps, port: disposal.use(gateway).port }, disposal)
    return {
      ...gateway,
      lineOf,
      clients: () => gateway.stations().map((one) => ({ ...one, standard: `HJ 212-${one.version}` })),
      connection: (sn) =>
        gateway.isHere(sn) ? gateway.stations().find((station) => station.sn === sn) : undefined,
    }
  },
  routes: hj212Routes,
}
