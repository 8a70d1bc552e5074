/** What the stations measure and report, by kind of device. */
import { QUANTITIES } from '../world/air/quantity-table.ts'
import type { Air, DeviceKind, Quantity } from '../world/types.ts'

export type StationModel = 'air' | 'dust' | 'noise' | 'water'
export type Reading = { quantity: Quantity; value: number; unit: string }

const WEATHER: readonly Quantity[] = ['temperature', 'humidity', 'pressure', 'windSpeed', 'windDirection']

/** Quantities of an HJ 212 station by what it was built for. */
export const STATION_QUANTITIES: Readonly<Record<StationModel, readonly Quantity[]>> = {
  air: ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3', ...WEATHER],
  dust: ['pm25', 'pm10', 'tsp', 'noise', ...WEATHER],
  noise: ['noise', 'temperature', 'humidity', 'illumination', 'co2', 'negativeIons', 'radiation'],
  water: ['liquidLevel', 'flow', 'rainfall', 'temperature', 'humidity'],
}

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

export const FARM_QUANTITIES: readonly Quantity[] = [
  'temperature',
  'humidity',
  'illumination',
  'rainfall',
  'windSpeed',
  'co2',
  'soilMoisture',
  'soilTemperature',
  'soilEc',
  'soilPh',
  'soilN',
  'soilP',
  'soilK',
  'leafWetness',
]

export const GAS_QUANTITIES: readonly Quantity[] = [
  'gasCombustible',
  'gasCo',
  'gasH2s',
  'gasNh3',
  'gasO2',
  'temperature',
]

/** Quantities of a device; none for those that measure nothing. */
export function quantitiesOf(kind: DeviceKind, model?: string): readonly Quantity[] {
  if (kind === 'hj212Station') return STATION_QUANTITIES[isStationModel(model) ? model : 'air']
  if (kind === 'solarStation') return SOLAR_QUANTITIES
  if (kind === 'farmStation') return FARM_QUANTITIES
  return kind === 'gasDetector' ? GAS_QUANTITIES : []
}

export function isStationModel(model: string | undefined): model is StationModel {
  return model !== undefined && Object.hasOwn(STATION_QUANTITIES, model)
}

/** What a station measures at a moment, rounded as it goes over the wire. */
export function readingsAt(
  air: Air,
  station: { kind: DeviceKind; model?: string; x: number; y: number; entity: number },
  epochMs: number,
): Reading[] {
  const quantities = quantitiesOf(station.kind, station.model)
  const values: number[] = []
  air.valuesAt(quantities, station.x, station.y, epochMs, station.entity, values)
  return quantities.map((quantity, i) => {
    const { unit, decimals } = QUANTITIES[quantity]
    return { quantity, value: Number(values[i]!.toFixed(decimals)), unit }
  })
}
