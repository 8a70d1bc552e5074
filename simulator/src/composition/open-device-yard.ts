import type { Logger } from 'pino'
import type { DeviceBook } from '../areas/device-admin/device-book.ts'
import type { AddedDevice, YardPort } from '../areas/device-admin/ports.ts'
import { restoreDevices } from '../areas/device-admin/restore-devices.ts'
import { createDeviceYard, type DeviceYardDeps } from '../fleet/device-yard.ts'
import type { Directory } from '../fleet/directory.ts'
import { projectionAt } from '../world/city/projection.ts'
import type { DeviceKind, World } from '../world/types.ts'

/** Who does to the running platform what administrators decide; what they decided before is done at once. */
export function openDeviceYard(
  deps: Pick<DeviceYardDeps, 'removeForeign' | 'left'> & {
    world: World
    directory: Directory
    book: DeviceBook
    log: Logger
  },
): YardPort {
  const { world, directory, book, log } = deps
  const { toLocal } = projectionAt(world.city.longitude, world.city.latitude)
  const yard = yardPort(
    createDeviceYard({
      directory,
      toLocal,
      newcomers: world.newcomers,
      removeForeign: deps.removeForeign,
      left: deps.left,
    }),
  )
  const fallbackGroupId = directory.groupsInOrder()[0]?.id ?? 0
  restoreDevices({ book, yard, fallbackGroupId, log })
  return yard
}

/** The yard as the area knows it: kinds are texts there. */
export function yardPort(yard: ReturnType<typeof createDeviceYard>): YardPort {
  const known = (device: AddedDevice) => ({ ...device, kind: device.kind as DeviceKind })
  return {
    ...yard,
    add: (device) => yard.add(known(device)),
    gone: (device, untilMs) => yard.gone(known(device), untilMs),
  }
}
