import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { past } from '../past.ts'

/** As heavy as rain gets here but for some days of the year. */
export const RAIN: AlarmSubType = {
  subType: 'Rain',
  name: { zh: '暴雨', en: 'Heavy rain' },
  level: 3,
  condition: {
    kinds: ['hj212Station'],
    models: ['water'],
    perDevices: 6,
    everyHours: 2,
    tries: 20,
    find: past('rainfall', 'above', 0.8, (sky) => sky.rainMmPerHour > 0.7),
  },
}
