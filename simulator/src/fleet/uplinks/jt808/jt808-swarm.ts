import type { WireSwarm } from '../wire-swarm.ts'
import { createVehicleUplink } from './vehicle-uplink.ts'

export const JT808_SWARM: WireSwarm = {
  kind: 'vehicle',
  placement: 'traffic',
  uplinkOf(edition, reportIntervalS, mediaOf) {
    const version = edition === '2019' ? 2019 : 2013
    const options = { version, reportIntervalS } as const
    return (device, deps) =>
      createVehicleUplink(device, { ...deps, options, media: mediaOf?.({ sn: device.sn, version }) })
  },
}
