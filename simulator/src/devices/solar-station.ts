/**
 * A solar station: panel, charge controller, battery, a camera as load. The world's plant is a 12 V one; a 24 V station
 * has two of everything in a row: twice the volts, half the amperes, the same energy.
 */
import { uniform } from '../world/hash.ts'
import type { Quantity } from '../world/types.ts'
import type { DeviceModel } from './device-model.ts'

const STREAM = { volts: 881 }
/** Share of stations with 24 V where the model does not say. */
const SHARE_24_V = 0.35

export const SOLAR_QUANTITIES: readonly Quantity[] = [
  'solarInputVoltage',
  'solarBatteryVoltage',
  'solarChargingCurrent',
  'solarReferenceVoltage',
  'solarOutputCurrent',
  'solarBatteryTemperature',
  'solarInternalTemperature',
  'solarRemainingPower',
  'solarSignal',
  'solarDayEnergy',
  'solarTotalEnergy',
]

export const SOLAR_STATION: DeviceModel = {
  quantities: () => SOLAR_QUANTITIES,
  reportMs: 60_000,
  onBattery: true,
  onMains: false,
  onRadio: true,
  records: 'always',
}

/** Nominal volts of a station's battery. */
export function systemVolts(entity: number, model: string | undefined): 12 | 24 {
  if (model === 'solar12') return 12
  if (model === 'solar24') return 24
  return uniform(0, entity, STREAM.volts, 0) < SHARE_24_V ? 24 : 12
}

/** A reading of the world's 12 V plant as a station of its volts shows it. */
export function atSystemVolts(quantity: Quantity, value: number, volts: 12 | 24): number {
  if (volts === 12) return value
  switch (quantity) {
    case 'solarInputVoltage':
    case 'solarBatteryVoltage':
    case 'solarReferenceVoltage':
      return value * 2
    case 'solarChargingCurrent':
    case 'solarOutputCurrent':
      return value / 2
    default:
      return value
  }
}
