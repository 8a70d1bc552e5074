import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Logger } from 'pino'
import type { DeviceRepository } from '../areas/device-admin/device-repository.ts'
import type { AddedDevice, LifecyclePort } from '../areas/device-admin/ports.ts'
import { restoreDevices } from '../areas/device-admin/restore-devices.ts'
import { createDeviceLifecycle, type DeviceLifecycleDeps } from '../fleet/device-lifecycle.ts'
import type { Directory } from '../fleet/directory.ts'
import { projectionAt } from '../world/city/projection.ts'
import type { Newcomers } from '../world/newcomers.ts'

/** Applies administrators' decisions to the running platform; earlier ones are applied at once. */
export function openDeviceLifecycle(
  deps: Pick<DeviceLifecycleDeps, 'removeForeign' | 'left'> & {
    city: { longitude: number; latitude: number }
    newcomers: Pick<Newcomers, 'put'>
    directory: Directory
    repository: DeviceRepository
    log: Logger
  },
): LifecyclePort {
  const { directory, repository, log } = deps
  const { toLocal } = projectionAt(deps.city.longitude, deps.city.latitude)
  const lifecycle = lifecyclePort(
    createDeviceLifecycle({
      directory,
      toLocal,
      newcomers: deps.newcomers,
      removeForeign: deps.removeForeign,
      left: deps.left,
    }),
  )
  const fallbackGroupId = directory.groupsInOrder()[0]?.id ?? 0
  restoreDevices({ repository, lifecycle, fallbackGroupId, log })
  return lifecycle
}

/** The lifecycle as the area knows it: kinds are texts there. */
function lifecyclePort(lifecycle: ReturnType<typeof createDeviceLifecycle>): LifecyclePort {
  const known = (device: AddedDevice) => ({ ...device, kind: device.kind as DeviceKind })
  return {
    ...lifecycle,
    add: (device) => lifecycle.add(known(device)),
    gone: (device, untilMs) => lifecycle.gone(known(device), untilMs),
  }
}
