import type { ProtocolName } from '@backlot/contract/devices/kind-facts'
import type { Logger } from 'pino'
import { hardwareOf } from '../devices/hardware.ts'
import { KINDS } from '../devices/kinds.ts'
import { ownSettingsAt } from '../devices/own-settings.ts'
import { readingsAt } from '../devices/station-models.ts'
import { upgradeAt } from '../devices/upgrade.ts'
import type { Device } from '../fleet/device.ts'
import { createDirectory } from '../fleet/directory.ts'
import { draftFleet } from '../fleet/draft-fleet.ts'
import { allotmentOf, emptyCounters } from '../fleet/fleet-counters.ts'
import type { UplinkDevice } from '../fleet/uplinks/uplink.ts'
import type { WireSwarm } from '../fleet/uplinks/wire-swarm.ts'
import { watchesHeldAt } from '../history/watch-alarms.ts'
import type { SwarmCamera } from '../onvif/swarm/swarm-cameras.ts'
import { cityOf } from '../world/city/city-of.ts'
import { NO_INTERVENTIONS } from '../world/create-interventions.ts'
import type { World } from '../world/types.ts'
import { createWorld } from '../world/world.ts'
import { createCityCache } from './city/city-cache.ts'

/** Devices that connect to any platform without one of their own (`backlot devices`). */
export type SwarmFleet = Pick<WireSwarm, 'kind' | 'placement'> & { protocol: ProtocolName }

/** A part of a fleet of `count` devices: `from` is the index of its first one. */
export type SwarmSlice = { count: number; from: number; size: number }

/** Devices of a fleet with the world of `seed` behind them: the same ones every time, however the fleet is cut. */
export function swarmDevices(
  fleet: SwarmFleet,
  slice: SwarmSlice,
  seed: number,
  log: Logger,
): UplinkDevice[] {
  const { world, devices } = buildSlice(fleet, slice, seed, log)
  return devices.map((device) => uplinkDeviceOf(world, device))
}

/** PTZ cameras of a world, likewise. */
export function swarmCameras(count: number, seed: number, log: Logger): SwarmCamera[] {
  const fleet = { kind: 'ptzCamera', placement: 'roads', protocol: 'v3' } as const
  return buildSlice(fleet, { count, from: 0, size: count }, seed, log).devices.map((device) => ({
    sn: device.sn,
    entity: device.entity,
    name: device.name.en,
    model: KINDS[device.kind].models[device.model ?? '']?.board ?? KINDS[device.kind].board,
    firmware: upgradeAt(seed, device.entity, [], 0).version,
    headingDeg: device.headingDeg ?? 0,
    location: { lat: device.latitude, lng: device.longitude },
  }))
}

const GROUP = { key: 'swarm', name: { zh: '群', en: 'Swarm' } }

function buildSlice(
  { kind, placement, protocol }: SwarmFleet,
  { count, from, size }: SwarmSlice,
  seed: number,
  log: Logger,
): { world: World; devices: Device[] } {
  const kept = createCityCache(log).read(seed)
  const city = kept?.built.city ?? cityOf(seed)
  const spec = { kind, count, group: GROUP.key, placement, protocols: [protocol] }
  const drafted = draftFleet(seed, city, spec, allotmentOf(emptyCounters(), spec))
  const directory = createDirectory(seed)
  const groupId = directory.addGroup(0, GROUP.name, GROUP.key).id
  const devices: Device[] = []
  for (let i = from; i < Math.min(count, from + size); i++)
    devices.push(directory.addDevice({ ...drafted.at(i).spec, groupId }))
  // Nothing happens to them: incidents need no roster.
  const roster = { vehicles: 0, bodyCameras: 0, sites: {} }
  const world = createWorld(seed, { city, roster, loops: kept?.built.loops, interventions: NO_INTERVENTIONS })
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
          settingsAt: (ms) => ownSettingsAt(kind, [], ms),
          alarmsAt: (ms) => watchesHeldAt(world.air, device, ms),
        }
      : { positionAt: (ms) => world.traffic.vehicleAt(trafficIndex, ms) }),
  }
}
