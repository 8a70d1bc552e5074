import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { past } from '../past.ts'

export const OVERLOAD: AlarmSubType = {
  subType: 'Overload',
  name: { zh: '负载过流', en: 'Load overcurrent' },
  level: 2,
  condition: {
    kinds: ['solarStation'],
    perDevices: 20,
    everyHours: 48,
    tries: 20,
    find: past('solarOutputCurrent', 'above', 0.95),
  },
}
