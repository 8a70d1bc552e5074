import type { Registry } from 'prom-client'
import { createFleetManager } from '../fleet/create-fleet-manager.ts'
import type { FleetManager } from '../fleet/fleet-manager.ts'
import { createCameraPoses } from '../history/camera-poses.ts'
import { createDeviceAlarms } from '../history/device-alarms.ts'
import type { Recognise } from '../history/recognition.ts'
import type { Disposal } from '../kernel/disposal.ts'
import type { Publisher } from '../kernel/publisher.ts'
import type { StoreFaults } from '../store/store-faults.ts'
import { holdFaults } from './hold-faults.ts'
import { mediaFault } from './media/media-fault.ts'
import { openRecords } from './open-records.ts'
import type { OpenWorld, PlatformEnvironment } from './open-world.ts'

/** Actions and incidents of devices: poses of cameras, alarms, faults; and the records that areas read. */
export function openDevices(
  deps: PlatformEnvironment &
    OpenWorld & {
      /** Hears of alarms. */
      publisher: Publisher
      registry: Registry
      storeFaults?: StoreFaults
      recognise?: Recognise
      onFaultError(error: unknown): void
    },
  disposal: Disposal,
) {
  const { world, directory, commands, recognise } = deps
  const poses = disposal.use(createCameraPoses(world, directory, commands))
  const alarms = disposal.use(createDeviceAlarms({ world, directory, commands, recognise }))
  const { points, faults } = holdFaults({ ...deps, onError: deps.onFaultError }, disposal)
  return { poses, alarms, points, faults, records: openRecords(deps) }
}

/** The fleets that are added while the platform runs; those of the clock's moment join the scenario's at once. */
export function openFleets(
  deps: PlatformEnvironment &
    OpenWorld &
    Pick<ReturnType<typeof openDevices>, 'records'> & { publisher: Pick<Publisher, 'treeChanged'> },
  disposal: Disposal,
): FleetManager {
  const { world, fleet, records } = deps
  return disposal.use(
    createFleetManager({
      ...deps,
      city: world.city,
      newcomers: world.newcomers,
      counters: fleet.counters,
      mediaFault: (spec) => mediaFault(spec),
      left: (sns, atMs) => records.alarms.endOf(sns, atMs),
    }),
  )
}
