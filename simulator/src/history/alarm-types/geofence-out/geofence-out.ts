import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { border } from '../border.ts'
import { DAYTIME } from '../condition.ts'

export const GEOFENCE_OUT: AlarmSubType = {
  subType: 'GeofenceOut',
  name: { zh: '离开区域', en: 'Left an area' },
  level: 3,
  condition: {
    kinds: ['vehicle'],
    perDevices: 60,
    everyHours: 48,
    tries: 30,
    hours: DAYTIME,
    find: border('out'),
  },
}
