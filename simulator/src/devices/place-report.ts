import type { VehicleState } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { gpsReportAt } from './gps-fix.ts'

/** Position report of a device with a receiver. */
export type PlaceReport = {
  /** The device's own time of the fix, epoch milliseconds. */
  atMs: number
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  satellites: number
  gpsLost: boolean
}

/** `trueAt`: where the device really is. `commands` are the device's own, in log order. */
export function placeReportAt(
  seed: number,
  entity: number,
  epochMs: number,
  trueAt: (epochMs: number) => VehicleState,
  commands: readonly DeviceCommand[],
): PlaceReport {
  const { fixedAtMs: atMs, lost: gpsLost, ...place } = gpsReportAt(seed, entity, epochMs, trueAt, commands)
  return { atMs, ...place, gpsLost }
}
