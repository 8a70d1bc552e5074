import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { past } from '../past.ts'

export const FROST: AlarmSubType = {
  subType: 'Frost',
  name: { zh: '霜冻', en: 'Frost' },
  level: 2,
  condition: {
    kinds: ['farmStation'],
    perDevices: 20,
    everyHours: 48,
    tries: 20,
    hours: (hour) => hour < 8,
    find: past('temperature', 'below', 0),
  },
}
