/**
 * A solar station: panel, charge controller, battery, a camera as load. The world's plant is a 12 V one; a 24 V station
 * has two of everything in a row: twice the volts, half the amperes, the same energy.
 */
import { uniform } from '../../world/hash.ts'
import type { Quantity } from '../../world/types.ts'
import type { DeviceKindSpec } from '../device-kind.ts'
import { FIELD_STATION, fieldChannels } from '../field-station.ts'

const STREAM = { volts: 881 }
/** Share of stations with 24 V where the model does not decide. */
const SHARE_24_V = 0.35

const SOLAR_QUANTITIES: readonly Quantity[] = [
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

export const SOLAR_STATION: DeviceKindSpec = {
  name: { zh: '太阳能站', en: 'Solar station' },
  icon: {
    filled: 'm3.3 6.5-1.5 5h12.4l-1.5-5z',
    lines: 'M8 6.5v7M2.6 9h10.8M8 1.5v1.7M4 3l.9 1.2M12 3l-.9 1.2',
  },
  marker: 'solar',
  ...FIELD_STATION,
  bizType: ['solar_energy'],
  channels: () =>
    fieldChannels({ zh: '站点摄像头', en: 'Site camera' }, { zh: '太阳能数据', en: 'Solar data' }),
  models: {
    solar: { name: { zh: '太阳能监控', en: 'solar camera' } },
    solar12: { name: { zh: '太阳能监控', en: 'solar camera' } },
    solar24: { name: { zh: '太阳能监控', en: 'solar camera' }, board: 'BL-SOL64' },
  },
  usualModels: ['solar'],
  onlyItsModels: true,
  board: 'BL-SOL60',
  spacingM: 700,
  eyeM: 4,
  quantities: () => SOLAR_QUANTITIES,
  family: 'solar',
  hasSolarPlant: true,
  reportMs: 60_000,
  onBattery: true,
  records: 'always',
  incidents: ['lowBattery'],
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
