import type { ProtocolName } from '@backlot/contract/devices/kind-facts'
import type { Logger } from 'pino'
import { hardwareOf } from '../devices/hardware.ts'
import { KINDS } from '../devices/kinds.ts'
import { readingsAt } from '../devices/station-models.ts'
import { upgradeAt } from '../devices/upgrade.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import type { Device } from '../fleet/device.ts'
import type { UplinkDevice } from '../fleet/uplinks/uplink.ts'
import type { WireSwarm } from '../fleet/uplinks/wire-swarm.ts'
import type { SwarmCamera } from '../onvif/swarm/swarm-cameras.ts'
import { cityOf } from '../world/city/city-of.ts'
import { NO_INTERVENTIONS } from '../world/create-interventions.ts'
import type { World } from '../world/types.ts'
import { createWorld } from '../world/world.ts'
import { createCityCache } from './city/city-cache.ts'

/** Devices that connect to any platform without one of their own (`backlot devices`). */
export type SwarmFleet = Pick<WireSwarm, 'kind' | 'placement'> & { protocol: ProtocolName }

/** `count` devices with the world of `seed` behind them: the same ones every time, without a simulator. */
export function swarmDevices(fleet: SwarmFleet, count: number, seed: number, log: Logger): UplinkDevice[] {
  const { world, devices } = buildSwarm(fleet, count, seed, log)
  return devices.map((device) => uplinkDeviceOf(world, device))
}

/** PTZ cameras of a world, likewise. */
export function swarmCameras(count: number, seed: number, log: Logger): SwarmCamera[] {
  const fleet = { kind: 'ptzCamera', placement: 'roads', protocol: 'v3' } as const
  return buildSwarm(fleet, count, seed, log).devices.map((device) => ({
    sn: device.sn,
    entity: device.entity,
    name: device.name.en,
    model: KINDS[device.kind].models[device.model ?? '']?.board ?? KINDS[device.kind].board,
    firmware: upgradeAt(seed, device.entity, [], 0).version,
    headingDeg: device.headingDeg ?? 0,
    location: { lat: device.latitude, lng: device.longitude },
  }))
}

function buildSwarm(
  { kind, placement, protocol }: SwarmFleet,
  count: number,
  seed: number,
  log: Logger,
): { world: World; devices: Device[] } {
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
  const devices: Device[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) devices.push(device)
  }
  return { world, devices }
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
      ? {
          readingsAt: (ms) => readingsAt(world.air, device, ms),
          location: { lat: device.latitude, lng: device.longitude },
        }
      : { positionAt: (ms) => world.traffic.vehicleAt(trafficIndex, ms) }),
  }
}
