import { FLEET_TOP_SPEED_KMH } from '../../world/incidents/incident-rows.ts'
import type { VehicleState } from '../../world/types.ts'
import type { DeviceCommand } from '../commands.ts'
import { faultAt } from '../fault-state.ts'
import { type PlaceReport, placeReportAt } from '../place-report.ts'
import { settingAt } from '../setting-at.ts'
import { sosPressedAt } from '../sos.ts'

/** Report of a terminal on itself at a moment. */
export type VehicleReport = PlaceReport & {
  mileageKm: number
  fuelL: number
  accOn: boolean
  overspeed: boolean
  sos: boolean
  undervoltage: boolean
}

/** Report of a vehicle's terminal. `commands` are the device's own, in log order. */
export function vehicleReportAt(
  seed: number,
  entity: number,
  epochMs: number,
  trueAt: (epochMs: number) => VehicleState,
  commands: readonly DeviceCommand[] = [],
): VehicleReport {
  const place = placeReportAt(seed, entity, epochMs, trueAt, commands)
  // Odometer, tank and ignition come from the vehicle's bus: they need no satellites.
  const { mileageKm, fuelL, accOn } = trueAt(epochMs)
  return {
    ...place,
    mileageKm: Math.round(mileageKm * 10) / 10,
    fuelL: Math.round(fuelL * 10) / 10,
    accOn,
    overspeed: place.speedKmh > settingAt(commands, 'topSpeedKmh', epochMs, FLEET_TOP_SPEED_KMH),
    sos: sosPressedAt(commands, epochMs),
    undervoltage: !accOn && faultAt(seed, entity, 'lowBattery', epochMs, commands) !== undefined,
  }
}
