import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { satellites } from '../satellites.ts'

export const GPS_LOST: AlarmSubType = {
  subType: 'GpsLost',
  name: { zh: '定位丢失', en: 'GPS lost' },
  level: 3,
  condition: { kinds: ['vehicle'], perDevices: 60, everyHours: 24, tries: 120, find: satellites(false) },
}
