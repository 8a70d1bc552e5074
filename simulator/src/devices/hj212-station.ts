/** An HJ 212 monitoring station, by what it was built for. Together the models measure all 27 quantities of the code dictionary. */
import type { Quantity } from '../world/types.ts'
import type { DeviceModel } from './device-model.ts'

export type StationModel = 'air' | 'dust' | 'noise' | 'water' | 'industrial' | 'full'

const WEATHER: readonly Quantity[] = ['temperature', 'humidity', 'pressure', 'windSpeed', 'windDirection']
const AMBIENT: readonly Quantity[] = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3']
const INDUSTRIAL: readonly Quantity[] = ['nh3', 'h2s', 'ch4', 'tvoc', 'voc', 'ch2o', 'o2']

/** Quantities of an HJ 212 station by what it was built for. */
export const STATION_QUANTITIES: Readonly<Record<StationModel, readonly Quantity[]>> = {
  air: [...AMBIENT, ...WEATHER],
  dust: ['pm25', 'pm10', 'tsp', 'noise', ...WEATHER],
  noise: ['noise', 'temperature', 'humidity', 'illumination', 'co2', 'negativeIons', 'radiation'],
  water: ['liquidLevel', 'flow', 'rainfall', 'temperature', 'humidity'],
  industrial: [...INDUSTRIAL, 'so2', 'no2', ...WEATHER],
  full: [
    ...AMBIENT,
    'tsp',
    ...WEATHER,
    'noise',
    ...INDUSTRIAL,
    'co2',
    'negativeIons',
    'radiation',
    'rainfall',
    'illumination',
    'liquidLevel',
    'flow',
  ],
}

export function isStationModel(model: string | undefined): model is StationModel {
  return model !== undefined && Object.hasOwn(STATION_QUANTITIES, model)
}

export const HJ212_STATION: DeviceModel = {
  quantities: (model) => STATION_QUANTITIES[isStationModel(model) ? model : 'air'],
  reportMs: 60_000,
  onBattery: false,
  onMains: true,
  onRadio: true,
  records: 'never',
}
