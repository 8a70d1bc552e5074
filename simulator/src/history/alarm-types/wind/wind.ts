import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { past } from '../past.ts'

/** Earthworks stop from force 4 on. */
export const WIND: AlarmSubType = {
  subType: 'Wind',
  name: { zh: '大风', en: 'Strong wind' },
  level: 3,
  condition: {
    kinds: ['hj212Station'],
    models: ['dust'],
    perDevices: 14,
    everyHours: 3,
    tries: 20,
    find: past('windSpeed', 'above', 5.5, (sky) => sky.windSpeedMs > 5),
  },
}
