import { phaseOf, type WireSwarm } from '../wire-swarm.ts'
import { createVehicleUplink } from './vehicle-uplink.ts'

export const JT808_SWARM: WireSwarm = {
  kind: 'vehicle',
  placement: 'traffic',
  uplinkOf(edition, reportIntervalS, mediaOf) {
    const version = edition === '2019' ? 2019 : 2013
    return (device, deps) => {
      const reportPhaseMs = phaseOf(device)
      const options = { version, reportIntervalS, reportPhaseMs } as const
      return createVehicleUplink(device, { ...deps, options, media: mediaOf?.({ sn: device.sn, version }) })
    }
  },
}
