import type { Logger } from 'pino'
import { buildFleet } from '../fleet/build-fleet.ts'
import type { UplinkDevice } from '../fleet/uplinks/uplink.ts'
import { cityOf } from '../world/city/city-of.ts'
import { NO_INTERVENTIONS } from '../world/create-interventions.ts'
import { createWorld } from '../world/world.ts'
import { createCityCache } from './city-cache.ts'
import { uplinkDeviceOf } from './uplink-device.ts'

/** Kinds of devices that can be let loose on a platform by themselves, with the sites that hold enough of them. */
const SWARM_KINDS = {
  vehicle: { protocols: ['jt808'], placement: 'traffic' },
  hj212Station: { protocols: ['hj212'], placement: 'roads' },
  camera: { protocols: ['v3'], placement: 'roads' },
} as const
export type SwarmKind = keyof typeof SWARM_KINDS

/** `count` devices of a kind with the world of `seed` behind them: the same ones every time, without a simulator. */
export function swarmDevices(kind: SwarmKind, count: number, seed: number, log: Logger): UplinkDevice[] {
  const { protocols, placement } = SWARM_KINDS[kind]
  const kept = createCityCache(log).read(seed)
  const city = kept?.built.city ?? cityOf(seed)
  const scenario = {
    name: 'swarm',
    groups: [{ key: 'swarm', name: { zh: '群', en: 'Swarm' } }],
    fleets: [{ kind, count, group: 'swarm', placement, protocols: [...protocols] }],
    roles: [],
    users: [],
  }
  const { directory, roster } = buildFleet(seed, scenario, city)
  const loops = kept?.built.loops
  const world = createWorld(seed, { city, roster, loops, interventions: NO_INTERVENTIONS })
  const devices: UplinkDevice[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) devices.push(uplinkDeviceOf(world, device))
  }
  return devices
}
