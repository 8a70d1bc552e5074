import type { WireSwarm } from '../wire-swarm.ts'
import { createVehicleUplink } from './vehicle-uplink.ts'

export const JT808_SWARM: WireSwarm = {
  kind: 'vehicle',
  placement: 'traffic',
  uplinkOf(edition, reportIntervalS) {
    const options = { version: edition === '2019' ? 2019 : 2013, reportIntervalS } as const
    return (device, deps) => createVehicleUplink(device, { ...deps, options })
  },
}
