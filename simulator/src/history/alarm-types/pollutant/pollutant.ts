import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { past } from '../past.ts'

export const POLLUTANT: AlarmSubType = {
  subType: 'Pollutant',
  name: { zh: '污染物超标', en: 'Pollutant over limit' },
  level: 2,
  condition: {
    kinds: ['hj212Station'],
    models: ['air'],
    perDevices: 12,
    everyHours: 12,
    tries: 20,
    find: past('no2', 'above', 55),
  },
}
