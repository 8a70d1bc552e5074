/** An HJ 212 monitoring station, by model. Together the models measure all 27 quantities of the code dictionary. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Quantity } from '../../world/types.ts'
import type { DeviceKindSpec } from '../device-kind.ts'
import { FACTORY_SENSORS } from '../factory-sensors.ts'

export type StationModel = 'air' | 'dust' | 'noise' | 'water' | 'industrial' | 'full'

const WEATHER: readonly Quantity[] = ['temperature', 'humidity', 'pressure', 'windSpeed', 'windDirection']
const AMBIENT: readonly Quantity[] = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3']
const INDUSTRIAL: readonly Quantity[] = ['nh3', 'h2s', 'ch4', 'tvoc', 'voc', 'ch2o', 'o2']

/** Quantities of an HJ 212 station by model. */
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

/** Catalogue ids of the sensors wired to a station, in the order of their addresses from 1 on. */
const STATION_LINES: Readonly<Record<StationModel, readonly number[]>> = {
  air: [1, 3, 4],
  dust: [1, 2, 4, 5],
  noise: [5, 12, 6, 7, 8],
  water: [9, 10, 11, 12],
  industrial: [13, 18, 4],
  full: [1, 3, 2, 4, 5, 13, 7, 8, 11, 6, 9, 10],
}

const isStationModel = (model: string | undefined): model is StationModel =>
  model !== undefined && Object.hasOwn(STATION_QUANTITIES, model)
const known = (model: string | undefined): StationModel => (isStationModel(model) ? model : 'air')

export const HJ212_STATION: DeviceKindSpec = {
  name: { zh: '环境监测站', en: 'HJ 212 station' },
  icon: {
    filled: 'M6.4 5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0',
    lines: 'M8 6.5v7M5.3 13.5h5.4M4.6 8A4.5 4.5 0 0 1 4.6 2M11.4 8a4.5 4.5 0 0 0 0-6',
  },
  marker: 'station',
  protocols: ['hj212'],
  speaks: ['hj212', 'v1', 'v3'],
  typeProtocols: ['hj212'],
  wire: 'hj212',
  ability: ABILITY_BITS.hjt212 | ABILITY_BITS.alarm,
  channels: () => [
    { chnId: 1, type: CHANNEL_TYPES.hjt212, lineId: 1, name: { zh: '环境监测', en: 'Environment' } },
  ],
  models: {
    air: { name: { zh: '空气质量站', en: 'air station' } },
    dust: { name: { zh: '扬尘监测', en: 'dust monitor' }, board: 'BL-ENV52' },
    noise: { name: { zh: '噪声监测', en: 'noise monitor' }, board: 'BL-ENV53' },
    water: { name: { zh: '水位监测', en: 'water level' }, board: 'BL-ENV54' },
    industrial: { name: { zh: '厂界监测', en: 'industrial air station' }, board: 'BL-ENV55' },
    full: { name: { zh: '综合监测站', en: 'reference station' }, board: 'BL-ENV59' },
  },
  usualModels: ['air'],
  onlyItsModels: true,
  board: 'BL-ENV50',
  spacingM: 900,
  eyeM: 4,
  quantities: (model) => STATION_QUANTITIES[known(model)],
  line: (model) =>
    STATION_LINES[known(model)].flatMap((id, i) => {
      const sensor = FACTORY_SENSORS.find((each) => each.id === id)
      return sensor ? [{ address: i + 1, sensor }] : []
    }),
  family: 'hjt212',
  reportMs: 60_000,
  onMains: true,
  records: 'never',
  incidents: ['dust', 'noise', 'waterLevel'],
}
