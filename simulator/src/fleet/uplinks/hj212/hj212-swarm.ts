import { VERSION_2005, VERSION_2017, VERSION_2025 } from '../../../wire/hj212/packet.ts'
import type { WireSwarm } from '../wire-swarm.ts'
import { createStationUplink } from './station-uplink.ts'

export const HJ212_SWARM: WireSwarm = {
  kind: 'hj212Station',
  placement: 'roads',
  uplinkOf(edition, realtimeSeconds) {
    const version = edition === '2005' ? VERSION_2005 : edition === '2025' ? VERSION_2025 : VERSION_2017
    return (device, deps) => createStationUplink(deps, device, { version, settings: { realtimeSeconds } })
  },
}
