import type { AlarmSubType } from '../../../devices/alarm-type.ts'
import { border } from '../border.ts'
import { DAYTIME } from '../condition.ts'

export const GEOFENCE_IN: AlarmSubType = {
  subType: 'GeofenceIn',
  name: { zh: '进入区域', en: 'Entered an area' },
  level: 4,
  condition: {
    kinds: ['vehicle'],
    perDevices: 60,
    everyHours: 24,
    tries: 30,
    hours: DAYTIME,
    find: border('in'),
  },
}
