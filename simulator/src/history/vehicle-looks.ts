import { KINDS } from '../devices/kinds.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { hash32 } from '../world/hash.ts'
import type { PassingVehicle, VehicleKind } from '../world/types.ts'

const STREAM = 961

/** Looks of a model of the fleet, in colours that such vehicles have. */
const LOOKS: Readonly<Record<string, { kind: VehicleKind; colours: readonly number[] }>> = {
  taxi: { kind: 'taxi', colours: [0xe0b23a, 0x2f8a5b, 0xb5452f] },
  bus: { kind: 'bus', colours: [0x2d7f5e, 0xb5372f, 0x2f68a8] },
  patrol: { kind: 'patrol', colours: [0xf0f1ef] },
  logistics: { kind: 'truck', colours: [0x3f5d86, 0xd7d2c4, 0x8a3a2c] },
  sanitation: { kind: 'sanitation', colours: [0xd9762b] },
}

export type VehicleLooks = {
  /** Look of a vehicle of the world in pictures: one of the platform's by its model and plate, others unchanged. */
  look(vehicle: PassingVehicle): PassingVehicle
}

/** The kind of vehicle that a device rides in. */
export const vehicleKindOf = ({ model }: Pick<Device, 'model'>): VehicleKind =>
  (model !== undefined && LOOKS[model]?.kind) || 'car'

/** How the platform's own vehicles look, the same in every camera, live and recorded. */
export function createVehicleLooks(directory: Directory): VehicleLooks {
  const byTraffic = new Map<number, Device>()
  const note = (device: Device): void => {
    if (KINDS[device.kind].moves === 'vehicle' && device.trafficIndex !== undefined && !device.foreign)
      byTraffic.set(device.trafficIndex, device)
  }
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) note(device)
  }
  directory.onChange((change) => {
    if (change.kind === 'deviceAdded') note(change.device)
    if (change.kind === 'deviceRemoved' && byTraffic.get(change.device.trafficIndex ?? -1) === change.device)
      byTraffic.delete(change.device.trafficIndex ?? -1)
  })
  return {
    look(vehicle) {
      const device = byTraffic.get(vehicle.id)
      if (!device) return vehicle
      const known = device.model === undefined ? undefined : LOOKS[device.model]
      const shown = device.plate === undefined ? vehicle : { ...vehicle, plate: device.plate }
      if (!known) return shown
      const { kind, colours } = known
      const colour = colours[hash32(directory.seed, device.entity, STREAM, 0) % colours.length]!
      return { ...shown, kind, colour }
    },
  }
}
