import { hardwareOf } from '../devices/hardware.ts'
import { readingsAt } from '../devices/station-models.ts'
import type { Device } from '../fleet/device.ts'
import type { UplinkDevice } from '../fleet/uplinks/uplink.ts'
import type { World } from '../world/types.ts'

/** A device of the world as its uplink sees it. `isUpAt` left out: it always has power and signal. */
export function uplinkDeviceOf(
  world: World,
  device: Device,
  isUpAt?: (epochMs: number) => boolean,
): UplinkDevice {
  const { sn, kind, model, entity, plate, trafficIndex } = device
  return {
    sn,
    kind,
    model,
    entity,
    plate,
    hardware: hardwareOf(world.seed, device),
    isUpAt,
    ...(trafficIndex === undefined
      ? { readingsAt: (ms) => readingsAt(world.air, device, ms) }
      : { positionAt: (ms) => world.traffic.vehicleAt(trafficIndex, ms) }),
  }
}
