import { FLEET_PROFILES } from '@backlot/contract/control/fleet-choices'
import type { Device } from './device.ts'
import type { EngineRows } from './engine-report.ts'

/** Whether an engine keeps a device's state: not one that connects to a gateway, ours or foreign. */
export function isDriven(device: Device): boolean {
  return !device.foreign && !device.wire
}

/** Devices as an engine takes them in. */
export function rowsOf(devices: readonly Device[]): EngineRows {
  return {
    slots: Uint32Array.from(devices, ({ slot }) => slot),
    entities: Uint32Array.from(devices, ({ entity }) => entity),
    traffic: Int32Array.from(devices, ({ trafficIndex }) => trafficIndex ?? -1),
    profiles: Uint8Array.from(devices, ({ profile }) => FLEET_PROFILES.indexOf(profile ?? 'normal')),
  }
}
