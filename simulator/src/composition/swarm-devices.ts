import type { ProtocolName } from '@backlot/contract/devices/kind-facts'
import type { Logger } from 'pino'
import { hardwareOf } from '../devices/hardware.ts'
import { readingsAt } from '../devices/station-models.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import type { Device } from '../fleet/device.ts'
import type { UplinkDevice } from '../fleet/uplinks/uplink.ts'
import type { WireSwarm } from '../fleet/uplinks/wire-swarm.ts'
import { cityOf } from '../world/city/city-of.ts'
import { NO_INTERVENTIONS } from '../world/create-interventions.ts'
import type { World } from '../world/types.ts'
import { createWorld } from '../world/world.ts'
import { createCityCache } from './city/city-cache.ts'

/** Devices that are let loose on a platform by themselves. */
export type SwarmFleet = Pick<WireSwarm, 'kind' | 'placement'> & { protocol: ProtocolName }

/** `count` devices with the world of `seed` behind them: the same ones every time, without a simulator. */
export function swarmDevices(
  { kind, placement, protocol }: SwarmFleet,
  count: number,
  seed: number,
  log: Logger,
): UplinkDevice[] {
  const kept = createCityCache(log).read(seed)
  const city = kept?.built.city ?? cityOf(seed)
  const scenario = {
    name: 'swarm',
    groups: [{ key: 'swarm', name: { zh: '群', en: 'Swarm' } }],
    fleets: [{ kind, count, group: 'swarm', placement, protocols: [protocol] }],
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

/** A device of the world as its uplink sees it. It always has power and signal. */
function uplinkDeviceOf(world: World, device: Device): UplinkDevice {
  const { sn, kind, model, entity, plate, trafficIndex } = device
  return {
    sn,
    kind,
    model,
    entity,
    plate,
    hardware: hardwareOf(world.seed, device),
    ...(trafficIndex === undefined
      ? { readingsAt: (ms) => readingsAt(world.air, device, ms) }
      : { positionAt: (ms) => world.traffic.vehicleAt(trafficIndex, ms) }),
  }
}
