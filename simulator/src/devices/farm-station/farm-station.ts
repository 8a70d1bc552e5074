/** A farm station: soil probe (moisture, temperature, conductivity, pH, N, P, K), leaf wetness, light, rain, a camera. */
import type { Quantity } from '../../world/types.ts'
import type { DeviceKindSpec } from '../device-kind.ts'
import { FIELD_STATION, fieldChannels } from '../field-station.ts'

const FARM_QUANTITIES: readonly Quantity[] = [
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

export const FARM_STATION: DeviceKindSpec = {
  name: { zh: '智慧农业站', en: 'Farm station' },
  icon: {
    filled: 'M8 8C4.7 8 3 6.2 2.7 3.2 6 3.2 8 4.9 8 8Z',
    lines: 'M8 9.3c0-2.6 1.8-4.3 5.2-4.3-.2 2.9-2 4.5-5.2 4.5M8 7v6.5M4 13.5h8',
  },
  marker: 'farm',
  ...FIELD_STATION,
  bizType: ['smart_agriculture'],
  channels: () =>
    fieldChannels({ zh: '田间摄像头', en: 'Field camera' }, { zh: '农业数据', en: 'Farm data' }),
  models: { farm: { name: { zh: '农业监测', en: 'farm station' } } },
  usualModels: ['farm'],
  board: 'BL-AGR70',
  spacingM: 700,
  eyeM: 3.5,
  quantities: () => FARM_QUANTITIES,
  family: 'agriculture',
  reportMs: 60_000,
  onBattery: true,
  records: 'always',
  incidents: [],
}
